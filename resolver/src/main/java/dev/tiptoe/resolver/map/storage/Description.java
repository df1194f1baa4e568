// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

/**
 * The runtime's description of a domain, assembly, module or thread; missing parts are empty, 0 or
 * none. Immutable.
 *
 * @param <D> itself
 */
interface Description<D> {

  /** Returns whether a later description of the same thing agrees with this one. */
  boolean agrees(D later);

  /** Returns whether a description cannot be of the same thing; not all that differ are. */
  default boolean isOther(D later) {
    return !agrees(later);
  }

  /**
   * Returns this with the values of another description; what belongs to the thing itself stays.
   */
  D inWordsOf(D other);

  /** Returns the same values for a thing to which nothing belongs yet. */
  D anew();

  /** Returns this and a later description that agrees, combined. */
  D together(D later);

  /** Returns whether two numbers can be the same, where 0 means not known. */
  static boolean mayEqual(long one, long other) {
    return one == 0 || other == 0 || one == other;
  }
}
