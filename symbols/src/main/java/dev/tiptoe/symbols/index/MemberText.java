// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

/**
 * The form in which an index keeps the name and signature of a method in C#: what stands behind the
 * name in the metadata, which many methods share, or a mark and a text. Stateless.
 *
 * <pre>
 *  (int)        the name, then the text
 *  1            get_X becomes X.get
 *  2 (int)      the simple name of the type, then the text
 *  3 ==(T, T)   the text alone
 *  4 ()         "static ", the simple name of the type, then the text
 * </pre>
 */
final class MemberText {

  private static final char ACCESSOR = 1;
  private static final char CONSTRUCTOR = 2;
  private static final char LITERAL = 3;
  private static final char STATIC_CONSTRUCTOR = 4;

  private static final String STATIC = "static ";

  private MemberText() {}

  /**
   * Returns the short form.
   *
   * @param name the name in the metadata
   * @param shownType the type in C#
   * @param member the name and signature in C#
   */
  static String encode(String name, String shownType, String member) {
    if (member.startsWith(name)
        && (member.length() == name.length()
            || member.charAt(name.length()) > STATIC_CONSTRUCTOR)) {
      return member.substring(name.length());
    }
    if (member.equals(accessor(name))) {
      return String.valueOf(ACCESSOR);
    }
    String simple = simple(shownType);
    if (member.startsWith(simple)) {
      return CONSTRUCTOR + member.substring(simple.length());
    }
    return member.startsWith(STATIC + simple)
        ? STATIC_CONSTRUCTOR + member.substring(STATIC.length() + simple.length())
        : LITERAL + member;
  }

  /** Returns the name and signature in C#. */
  static String decode(String name, String shownType, String text) {
    if (text.isEmpty()) {
      return name;
    }
    String rest = text.substring(1);
    return switch (text.charAt(0)) {
      case ACCESSOR -> accessor(name);
      case CONSTRUCTOR -> simple(shownType) + rest;
      case LITERAL -> rest;
      case STATIC_CONSTRUCTOR -> STATIC + simple(shownType) + rest;
      default -> name + text;
    };
  }

  private static String accessor(String name) {
    int end = name.indexOf('_');
    return end < 0 ? name : name.substring(end + 1) + "." + name.substring(0, end);
  }

  private static String simple(String shownType) {
    String simple = shownType.substring(shownType.lastIndexOf('.') + 1);
    int arguments = simple.indexOf('<');
    return arguments > 0 ? simple.substring(0, arguments) : simple;
  }
}
