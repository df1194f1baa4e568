// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

/**
 * What a page does with stacks that are too narrow to be seen, where there are very many stacks.
 */
public enum NarrowStacks {
  /**
   * A caller's narrow callees are one box, so that any page opens quickly. The weights of all other
   * boxes stay what they are, and the page says how many stacks are joined.
   */
  JOINED,
  /** All are there, however large the page becomes. */
  KEPT
}
