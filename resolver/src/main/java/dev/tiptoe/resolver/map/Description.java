// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

/**
 * What a runtime told of a domain, assembly, module or thread; what it did not tell is empty, 0 or
 * none. Immutable.
 *
 * @param <D> itself
 */
interface Description<D> {

  /** Whether a later description of the same thing says nothing that this one denies. */
  boolean agrees(D later);

  /** Whether a description cannot be of the same thing; not all that differ are. */
  default boolean isOther(D later) {
    return !agrees(later);
  }

  /** This, with the words of another description; what belongs to the thing itself stays. */
  D inWordsOf(D other);

  /** The same words, of a thing that nothing belongs to yet. */
  D anew();

  /** What this and a later description that agrees say together. */
  D together(D later);

  /** Whether two numbers, of which 0 stands for not known, can be the same. */
  static boolean mayEqual(long one, long other) {
    return one == 0 || other == 0 || one == other;
  }
}
