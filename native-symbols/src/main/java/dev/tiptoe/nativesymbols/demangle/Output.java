// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of a demangled name while it is printed, and which element of parameter packs is
 * printed. Mutable, not thread-safe.
 */
final class Output {

  private static final int LONGEST = 1 << 16;
  private static final int MOST_STEPS = 1 << 16;
  private static final int DEEPEST = 512;

  /** No pack is being expanded, or its length is not known yet. */
  static final int NONE = Integer.MAX_VALUE;

  private final StringBuilder text = new StringBuilder();
  private int steps;
  private int depth;
  int packIndex = NONE;
  int packSize = NONE;
  @Nullable Scope scope;

  /**
   * The arguments of the template that is printed.
   *
   * @param arguments null in a lambda
   * @param outer those of what surrounds it
   */
  record Scope(@Nullable List<Node> arguments, @Nullable Scope outer) {}

  String text() {
    return text.toString();
  }

  Output add(String more) {
    if (text.length() + more.length() > LONGEST) {
      throw new NotUnderstood("a longer text than is printed");
    }
    text.append(more);
    return this;
  }

  /** Prints both sides of a node. */
  Output add(Node node) {
    left(node);
    right(node);
    return this;
  }

  void left(Node node) {
    enter();
    node.left(this);
    depth--;
  }

  void right(Node node) {
    enter();
    node.right(this);
    depth--;
  }

  private void enter() {
    depth++;
    if (++steps > MOST_STEPS || depth > DEEPEST) {
      throw new NotUnderstood("more work than is done for a name");
    }
  }

  int length() {
    return text.length();
  }

  void cut(int length) {
    text.setLength(length);
  }

  boolean endsWith(char last) {
    return text.length() > 0 && text.charAt(text.length() - 1) == last;
  }

  /** Prints nodes with commas between; what prints nothing, such as an empty pack, has none. */
  Output list(List<? extends Node> nodes) {
    boolean first = true;
    for (Node node : nodes) {
      int before = length();
      if (!first) {
        add(", ");
      }
      int behind = length();
      add(node);
      if (length() == behind) {
        cut(before);
      } else {
        first = false;
      }
    }
    return this;
  }
}
