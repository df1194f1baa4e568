// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import java.util.Locale;

/** Names and numbers as a picture shows them. */
final class SvgText {

  private static final double NANOS_PER_SECOND = 1e9;

  private SvgText() {}

  /** Returns as much of a name as fits: without parameters, without the type, without its end. */
  static String shortened(String name, int columns) {
    if (Columns.of(name) <= columns) {
      return name;
    }
    int open = name.indexOf('(');
    String bare = open > 0 && name.endsWith(")") ? name.substring(0, open) + "(…)" : name;
    if (Columns.of(bare) <= columns) {
      return bare;
    }
    String method = withoutType(open > 0 ? name.substring(0, open) : name);
    return cut(method, columns);
  }

  /** Returns as much of a text as fits. */
  static String cut(String text, int columns) {
    if (Columns.of(text) <= columns) {
      return text;
    }
    return columns < 3 ? "" : Columns.first(text, columns - 1) + "…";
  }

  /** Returns what is behind the last dot or colon outside of type arguments. */
  private static String withoutType(String name) {
    int depth = 0;
    int start = 0;
    for (int i = 0; i < name.length() - 1; i++) {
      char next = name.charAt(i);
      depth += next == '<' || next == '[' ? 1 : next == '>' || next == ']' ? -1 : 0;
      start = depth == 0 && (next == '.' || next == ':') ? i + 1 : start;
    }
    return name.substring(start);
  }

  /** Returns a time in milliseconds or seconds. */
  static String seconds(long nanos) {
    double seconds = nanos / NANOS_PER_SECOND;
    return seconds < 1
        ? String.format(Locale.ROOT, "%.1f ms", seconds * 1000)
        : String.format(Locale.ROOT, "%,.1f s", seconds);
  }

  /** Returns a length with a digit behind the point, if that is not 0. */
  static String pixels(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
