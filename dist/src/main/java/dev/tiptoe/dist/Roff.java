// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A man page in the making: the macros of {@code man(7)}, and text in which nothing is a macro. Not
 * thread-safe.
 */
final class Roff {

  private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7f]");

  private final StringBuilder page = new StringBuilder();

  /** Starts a page of section 1. */
  Roff(String title, String source) {
    page.append(".TH \"").append(escaped(title)).append("\" 1 \"\" \"");
    page.append(escaped(source)).append("\" \"Tiptoe\"\n");
    // No hyphens inside names, and no spaces stretched to fill a line.
    page.append(".nh\n.ad l\n");
  }

  Roff section(String heading) {
    page.append(".SH ").append(escaped(heading)).append('\n');
    return this;
  }

  /** Begins a part of the section. */
  Roff subsection(String heading) {
    page.append(".SS ").append(escaped(heading)).append('\n');
    return this;
  }

  /** Appends text that begins a paragraph. */
  Roff paragraph(String text) {
    page.append(".PP\n");
    return text(text);
  }

  /** Appends text to the paragraph that was begun. */
  Roff text(String text) {
    page.append(escaped(text)).append('\n');
    return this;
  }

  /** Appends text whose lines stay as they are. */
  Roff lines(String text) {
    page.append(".nf\n");
    text.lines().forEach(this::text);
    page.append(".fi\n");
    return this;
  }

  /** Appends a term in bold; the text that follows is indented below it. */
  Roff term(String term) {
    page.append(".TP\n.B ").append(escaped(term)).append('\n');
    return this;
  }

  /** Returns a text as it is written where no character has a meaning. */
  static String escaped(String text) {
    String line = text.strip().replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
    String ascii = NOT_ASCII.matcher(line).replaceAll(Roff::byNumber);
    return ascii.startsWith(".") || ascii.startsWith("'") ? "\\&" + ascii : ascii;
  }

  private static String byNumber(MatchResult character) {
    return String.format("\\\\[u%04X]", character.group().codePointAt(0));
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
