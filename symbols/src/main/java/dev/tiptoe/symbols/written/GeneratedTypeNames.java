// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces the names of generated types in a text with their names in the source. Stateless. */
final class GeneratedTypeNames {

  private static final Pattern NAMES =
      Pattern.compile(
          "(?<type><>f__AnonymousType\\d+|VB\\$AnonymousType_\\d+)"
              + "|(?<delegate><>f__AnonymousDelegate\\d+|VB\\$AnonymousDelegate_\\d+|<>[AF](?=[<{(.`]))"
              + "|(?<collection><>z__ReadOnly\\w+)"
              + "|(?<array><>y__InlineArray\\d+)"
              + "|<(?<parameter>\\w+)>j__TPar"
              + "|(?<extension><[GM]>\\$[0-9A-Fa-f]{32})");

  private GeneratedTypeNames() {}

  /**
   * Returns the text with {@code anonymous type} and the like, and without the type arguments of
   * these. The grouping and marker types of extension blocks are left out.
   */
  static String replacedIn(String text) {
    if (!mayHaveAny(text)) {
      return text;
    }
    Matcher matcher = NAMES.matcher(text);
    StringBuilder shown = new StringBuilder();
    int done = 0;
    while (done >= 0 && matcher.find(done)) {
      shown.append(text, done, matcher.start()).append(word(matcher));
      done =
          matcher.group("parameter") == null ? behindArguments(text, matcher.end()) : matcher.end();
      if (matcher.group("extension") != null && done >= 0 && text.startsWith(".", done)) {
        done++;
      }
    }
    return done == 0
        ? text
        : done < 0 ? shown.toString() : shown.append(text, done, text.length()).toString();
  }

  /** Whether a text has what each of the names has, which most texts have not. */
  private static boolean mayHaveAny(String text) {
    return text.indexOf('$') >= 0 || text.contains("<>") || text.contains(">j__TPar");
  }

  private static String word(Matcher matcher) {
    if (matcher.group("extension") != null) {
      return "";
    }
    if (matcher.group("parameter") != null) {
      return matcher.group("parameter");
    }
    return matcher.group("type") != null
        ? "anonymous type"
        : matcher.group("delegate") != null
            ? "anonymous delegate"
            : matcher.group("collection") != null ? "collection expression" : "inline array";
  }

  /** Skips {@code #1}, {@code {00000002}} and {@code <T1, T2>}; -1 if the text ends before. */
  private static int behindArguments(String text, int from) {
    int at = from;
    int depth = 0;
    while (at < text.length()) {
      char each = text.charAt(at);
      depth += each == '<' || each == '{' ? 1 : each == '>' || each == '}' ? -1 : 0;
      boolean isSuffix = each == '#' || each == '}' || each == '>' || Character.isDigit(each);
      if (depth < 0 || (depth == 0 && !isSuffix)) {
        return at;
      }
      at++;
    }
    return depth > 0 ? -1 : at;
  }
}
