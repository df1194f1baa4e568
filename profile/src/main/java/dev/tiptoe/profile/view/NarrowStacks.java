// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

/** The treatment of stacks that are too narrow to be seen, in a page with very many stacks. */
public enum NarrowStacks {
  /**
   * A caller's narrow callees are one box, so that any page opens quickly. The weights of all other
   * boxes stay unchanged, and the page shows how many stacks are joined.
   */
  JOINED,
  /** All are there, however large the page becomes. */
  KEPT
}
