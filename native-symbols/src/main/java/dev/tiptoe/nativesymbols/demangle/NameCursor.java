// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.demangle;

import java.util.ArrayList;
import java.util.List;

/**
 * The place in a mangled name, and what the name has said so far: its substitutions and template
 * arguments. Mutable, not thread-safe.
 */
final class NameCursor {

  private static final int DEEPEST = 192;
  private static final int MOST_STEPS = 1 << 16;
  private static final int END = 0;

  private final String text;
  private int at;
  private int depth;
  private int steps;

  final List<Node> substitutions = new ArrayList<>();

  /** The arguments that the template parameters of the present function stand for. */
  List<Node> templateArguments = new ArrayList<>();

  /** Whether a type is read to which an operator converts. */
  boolean inConversion;

  NameCursor(String text, int at) {
    this.text = text;
    this.at = at;
  }

  /** Counts the depth and the work; each rule of the grammar that may contain itself begins so. */
  void enter() {
    depth++;
    if (depth > DEEPEST || ++steps > MOST_STEPS) {
      throw new NotUnderstood("nested too deep");
    }
  }

  void leave() {
    depth--;
  }

  boolean atEnd() {
    return at >= text.length();
  }

  char peek() {
    return peek(0);
  }

  char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : END;
  }

  boolean isNext(String word) {
    return text.startsWith(word, at);
  }

  boolean take(char c) {
    if (peek() != c || atEnd()) {
      return false;
    }
    at++;
    return true;
  }

  boolean take(String word) {
    if (!isNext(word)) {
      return false;
    }
    at += word.length();
    return true;
  }

  void require(char c) {
    if (!take(c)) {
      throw wrong();
    }
  }

  char next() {
    if (atEnd()) {
      throw wrong();
    }
    return text.charAt(at++);
  }

  void skip(int count) {
    at += count;
  }

  int place() {
    return at;
  }

  void back(int place) {
    at = place;
  }

  String take(int length) {
    if (length < 0 || length > text.length() - at) {
      throw wrong();
    }
    at += length;
    return text.substring(at - length, at);
  }

  String rest() {
    return take(text.length() - at);
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isLower(char c) {
    return c >= 'a' && c <= 'z';
  }

  /** A number in decimal, at least one digit. */
  int number() {
    int value = 0;
    int first = at;
    while (isDigit(peek())) {
      value = value * 10 + (next() - '0');
      if (value > text.length() + 1_000_000) {
        throw wrong();
      }
    }
    if (at == first) {
      throw wrong();
    }
    return value;
  }

  /** The digits of a number that may be negative, as they are printed. */
  String signedNumber() {
    StringBuilder digits = new StringBuilder(take('n') ? "-" : "");
    int first = at;
    while (isDigit(peek())) {
      digits.append(next());
    }
    if (at == first) {
      throw wrong();
    }
    return digits.toString();
  }

  /** A number in base 36 before an underscore: 0 where there is only that, else one more. */
  int sequence() {
    if (take('_')) {
      return 0;
    }
    int value = 0;
    while (!take('_')) {
      char c = next();
      if (!isDigit(c) && !(c >= 'A' && c <= 'Z')) {
        throw wrong();
      }
      value = value * 36 + (isDigit(c) ? c - '0' : c - 'A' + 10);
      if (value > Demangler.LONGEST) {
        throw wrong();
      }
    }
    return value + 1;
  }

  /** A number in decimal before an underscore: 0 where there is only that, else one more. */
  int ordinal() {
    if (take('_')) {
      return 0;
    }
    int value = number();
    require('_');
    return value + 1;
  }

  /** Returns a node that later parts of the name may refer to. */
  Node substitutable(Node node) {
    substitutions.add(node);
    return node;
  }

  NotUnderstood wrong() {
    return new NotUnderstood("not of the grammar at " + at);
  }
}
