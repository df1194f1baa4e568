// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of text for people, parts of which are emphasized where the terminal has colours. Every
 * part is escaped by {@link Printable}. Mutable, not thread-safe.
 */
public final class StyledLine {

  private static final String CSI = "\u001b[";
  private static final String BOLD = "1";
  private static final String DIM = "2";
  private static final String CYAN = "36";

  /** A part and its style, which may be empty. */
  private record Part(String text, String style) {}

  private final List<Part> parts = new ArrayList<>();
  private int length;

  /** Adds plain text. */
  public StyledLine add(String text) {
    return add(text, "");
  }

  /** Adds text that is what the line is about. */
  public StyledLine bold(String text) {
    return add(text, BOLD);
  }

  /** Adds text that is less important than the rest. */
  public StyledLine dim(String text) {
    return add(text, DIM);
  }

  /** Adds a name of something other than a method, such as a thread, in a colour of its own. */
  public StyledLine name(String text) {
    return add(text, CYAN);
  }

  private StyledLine add(String text, String style) {
    String printable = Printable.of(text);
    parts.add(new Part(printable, style));
    length += printable.codePointCount(0, printable.length());
    return this;
  }

  /** Returns the number of characters. */
  public int length() {
    return length;
  }

  /** Returns the text, with at most so many characters; what is cut ends in {@code …}. */
  String text(boolean coloured, int width) {
    StringBuilder line = new StringBuilder();
    int room = length <= width ? width : width - 1;
    for (Part part : parts) {
      int size = part.text.codePointCount(0, part.text.length());
      String shown =
          size <= room
              ? part.text
              : part.text.substring(0, part.text.offsetByCodePoints(0, Math.max(0, room)));
      room -= Math.min(size, Math.max(0, room));
      if (coloured && !part.style.isEmpty() && !shown.isEmpty()) {
        line.append(CSI).append(part.style).append('m').append(shown).append(CSI).append("0m");
      } else {
        line.append(shown);
      }
    }
    return line.append(length <= width ? "" : "…").toString();
  }

  /** Returns the text without emphasis. */
  @Override
  public String toString() {
    return text(false, Integer.MAX_VALUE);
  }
}
