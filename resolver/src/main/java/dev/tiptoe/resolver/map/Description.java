// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

/**
 * The runtime's description of a domain, assembly, module or thread; missing parts are empty, 0 or
 * none. Immutable.
 *
 * @param <D> itself
 */
interface Description<D> {

  /** Returns whether a later description of the same thing agrees with this one. */
  boolean agrees(D later);

  /** Returns this and a later description that agrees, combined. */
  D together(D later);

  /** Returns whether two numbers can be the same, where 0 means not known. */
  static boolean mayEqual(long one, long other) {
    return one == 0 || other == 0 || one == other;
  }
}
