// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One line between the two processes: a kind, then fields, separated by tabs.
 *
 * <p>In a field, a backslash, tab, newline and carriage return are written {@code \\ \t \n \r}.
 *
 * @param kind the kind of message
 * @param fields the fields after it
 */
record WitnessMessage(Kind kind, List<String> fields) {

  /** The kinds of messages. */
  enum Kind {
    /** To the child: a file for our reader and a file for the CLR. */
    COMPARE,
    /** From the child: the CLR has started. */
    READY,
    /** From the child: it is still at work. */
    PROGRESS,
    /** From the child: one difference. */
    DIFFERENCE,
    /** From the child: the file is done; the counts of a {@link Tally}. */
    COMPARED,
    /** From the child: the CLR refuses the file, and why. */
    REFUSED,
    /** From the child: our reader refuses the file; whether it is managed, and why. */
    UNREADABLE,
    /** From the child: it cannot go on, and why. */
    FAILED
  }

  static WitnessMessage of(Kind kind, Object... fields) {
    return new WitnessMessage(kind, Arrays.stream(fields).map(String::valueOf).toList());
  }

  String line() {
    return fields.stream()
        .map(WitnessMessage::escaped)
        .collect(Collectors.joining("\t", kind + (fields.isEmpty() ? "" : "\t"), ""));
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException when it is not a message
   */
  static WitnessMessage parse(String line) {
    List<String> parts = new ArrayList<>(List.of(line.split("\t", -1)));
    Kind kind = Kind.valueOf(parts.remove(0));
    return new WitnessMessage(kind, parts.stream().map(WitnessMessage::unescaped).toList());
  }

  private static String escaped(String field) {
    return field
        .replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  private static String unescaped(String field) {
    StringBuilder text = new StringBuilder(field.length());
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (c != '\\' || i + 1 == field.length()) {
        text.append(c);
        continue;
      }
      char escaped = field.charAt(++i);
      text.append(
          switch (escaped) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            default -> escaped;
          });
    }
    return text.toString();
  }
}
