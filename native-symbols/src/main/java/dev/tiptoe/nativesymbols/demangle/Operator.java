// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.demangle;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An operator of C++.
 *
 * @param text as it is written
 * @param operands how many it has in an expression; 0 where that has a form of its own
 */
record Operator(String text, int operands) {

  private static final Map<String, Operator> ALL = new HashMap<>();

  static {
    String[] unary = {
      "ps", "+", "ng", "-", "ad", "&", "de", "*", "co", "~", "nt", "!", "aw", "co_await"
    };
    String[] binary = {
      "pl", "+", "mi", "-", "ml", "*", "dv", "/", "rm", "%", "an", "&", "or", "|", "eo", "^", "aS",
      "=", "pL", "+=", "mI", "-=", "mL", "*=", "dV", "/=", "rM", "%=", "aN", "&=", "oR", "|=", "eO",
      "^=", "ls", "<<", "rs", ">>", "lS", "<<=", "rS", ">>=", "eq", "==", "ne", "!=", "lt", "<",
      "gt", ">", "le", "<=", "ge", ">=", "ss", "<=>", "aa", "&&", "oo", "||", "cm", ",", "pm",
      "->*", "ix", "[]", "ds", ".*"
    };
    String[] other = {
      "nw",
      "new",
      "na",
      "new[]",
      "dl",
      "delete",
      "da",
      "delete[]",
      "pp",
      "++",
      "mm",
      "--",
      "pt",
      "->",
      "cl",
      "()",
      "qu",
      "?",
      "dt",
      "."
    };
    add(unary, 1);
    add(binary, 2);
    add(other, 0);
  }

  private static void add(String[] pairs, int operands) {
    for (int i = 0; i < pairs.length; i += 2) {
      ALL.put(pairs[i], new Operator(pairs[i + 1], operands));
    }
  }

  static @Nullable Operator of(char first, char second) {
    return ALL.get("" + first + second);
  }
}
