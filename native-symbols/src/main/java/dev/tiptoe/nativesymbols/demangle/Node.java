// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.demangle;

/**
 * A part of a demangled name. As in C++ declarations, a type may have text on both sides of what it
 * declares: {@code int (*} and {@code )(char)}.
 *
 * <p>A node is printed through {@link Output}, which counts the depth: a name may repeat its parts,
 * so a tree can be deeper than the name is nested.
 */
interface Node {

  /** Prints what stands on the left side of the declared name. */
  void left(Output out);

  /** Prints what stands on its right side. */
  default void right(Output out) {}

  /** Returns whether this is printed without parentheses as an operand. */
  default boolean isSimple() {
    return false;
  }
}
