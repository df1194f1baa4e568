// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A report for people: headings, each with aligned columns below it. */
public final class TextReport implements Report {

  /** A longer cell moves its neighbours in the row, but does not widen the column. */
  private static final int WIDEST = 48;

  private static final int MOST_BYTES = 24;

  /** The longest readable part of a cell. */
  private static final int MOST_TEXT = 1 << 10;

  private final Terminal terminal;
  private boolean begun;

  public TextReport(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void facts(String title, Map<String, ?> facts) {
    heading(title);
    int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
    facts.forEach((name, value) -> terminal.line("  " + padded(name, width) + "  " + text(value)));
  }

  @Override
  public void table(String title, List<String> columns, Iterable<List<?>> rows) {
    heading(title);
    int[] widths = columns.stream().mapToInt(String::length).toArray();
    for (List<?> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], Math.min(WIDEST, text(row.get(i)).length()));
      }
    }
    line(columns, widths);
    rows.forEach(row -> line(row, widths));
  }

  private void heading(String title) {
    if (begun) {
      terminal.line("");
    }
    begun = true;
    terminal.line(title);
  }

  private void line(List<?> cells, int[] widths) {
    StringBuilder line = new StringBuilder(128);
    for (int i = 0; i < widths.length; i++) {
      line.append("  ").append(padded(text(cells.get(i)), widths[i]));
    }
    terminal.line(line.toString().stripTrailing());
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private static String text(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.map(TextReport::text).orElse("-");
    }
    if (value instanceof Collection<?> several) {
      return several.stream().map(TextReport::text).collect(Collectors.joining(", "));
    }
    if (value instanceof Bytes bytes) {
      return hex(bytes);
    }
    if (value instanceof Long bits) {
      return "0x" + Long.toHexString(bits);
    }
    String text = Printable.of(value.toString());
    return text.isEmpty() ? "\"\"" : text;
  }

  private static String hex(Bytes bytes) {
    int shown = Math.min(MOST_BYTES, bytes.length());
    String hex = HexFormat.of().formatHex(bytes.copy(0, shown));
    return shown < bytes.length() ? hex + "… (" + bytes.length() + " bytes)" : "[" + hex + "]";
  }

  @Override
  public int shown(int length) {
    return Math.min(MOST_TEXT, length);
  }

  @Override
  public void close() {
    // Nothing to do: every line has been written.
  }
}
