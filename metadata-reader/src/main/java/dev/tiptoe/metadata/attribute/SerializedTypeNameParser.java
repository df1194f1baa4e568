// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A position in the text of a type's name that moves as it reads. After a failure it is at the end,
 * so all reading ends. Mutable, not thread-safe.
 */
final class SerializedTypeNameParser {

  private static final int DEEPEST = 100;

  private final String text;
  private int at;
  private int depth;
  private boolean failed;

  SerializedTypeNameParser(String text) {
    this.text = text;
  }

  Optional<SerializedTypeName> parse() {
    Optional<SerializedTypeName> name = type(true, false);
    return at < text.length() ? Optional.empty() : name;
  }

  /** Reads a type; in brackets both the type and its assembly end before the closing bracket. */
  private Optional<SerializedTypeName> type(boolean mayHaveAssembly, boolean inBrackets) {
    if (++depth > DEEPEST) {
      fail();
    }
    skipSpaces();
    List<String> path = path();
    List<SerializedTypeName> arguments = beginsArguments() ? arguments() : List.of();
    String suffix = suffix();
    String assembly = mayHaveAssembly && skip(',') ? assembly(inBrackets) : "";
    depth--;
    return failed
        ? Optional.empty()
        : Optional.of(new SerializedTypeName(path, arguments, suffix, assembly));
  }

  private List<String> path() {
    List<String> path = new ArrayList<>();
    do {
      path.add(identifier());
    } while (skip('+'));
    return path;
  }

  private String identifier() {
    StringBuilder name = new StringBuilder();
    while (at < text.length() && isPlain()) {
      name.append(text.charAt(at++));
    }
    if (name.isEmpty()) {
      fail();
    }
    return name.toString();
  }

  /** Returns whether an identifier goes on here; skips the escape before a special character. */
  private boolean isPlain() {
    if (text.charAt(at) != '\\') {
      return SerializedTypeName.SPECIAL.indexOf(text.charAt(at)) < 0;
    }
    at++;
    if (at == text.length()) {
      fail();
    }
    return !failed;
  }

  /** A bracket begins arguments, unless it begins an array's shape. */
  private boolean beginsArguments() {
    return at + 1 < text.length()
        && text.charAt(at) == '['
        && "],*".indexOf(text.charAt(at + 1)) < 0;
  }

  private List<SerializedTypeName> arguments() {
    List<SerializedTypeName> arguments = new ArrayList<>();
    at++;
    do {
      skipSpaces();
      boolean bracketed = skip('[');
      type(bracketed, bracketed).ifPresent(arguments::add);
      if (bracketed) {
        expect(']');
      }
    } while (skip(','));
    expect(']');
    return arguments;
  }

  private String suffix() {
    int start = at;
    while (skip('*') || skip('&') || shape()) {
      // The loop skips it.
    }
    return text.substring(start, at);
  }

  private boolean shape() {
    if (!skip('[')) {
      return false;
    }
    while (skip(',') || skip('*')) {
      // The commas count the dimensions; a star means one dimension with any bounds.
    }
    expect(']');
    return true;
  }

  private String assembly(boolean inBrackets) {
    skipSpaces();
    int start = at;
    while (at < text.length() && !(inBrackets && text.charAt(at) == ']')) {
      at += text.charAt(at) == '\\' && at + 1 < text.length() ? 2 : 1;
    }
    String assembly = text.substring(start, at);
    if (assembly.isBlank()) {
      fail();
    }
    return assembly;
  }

  private void skipSpaces() {
    while (skip(' ')) {
      // The loop skips it.
    }
  }

  private boolean skip(char c) {
    boolean here = at < text.length() && text.charAt(at) == c;
    at += here ? 1 : 0;
    return here;
  }

  private void expect(char c) {
    if (!skip(c)) {
      fail();
    }
  }

  private void fail() {
    failed = true;
    at = text.length();
  }
}
