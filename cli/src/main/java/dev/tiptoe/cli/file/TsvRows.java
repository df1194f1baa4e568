// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.Tsv;
import dev.tiptoe.symbols.text.LineFilter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Resolves a list in tab-separated values. The columns are those that the first line names; without
 * such a line they are module, token, IL offset and RVA. Stateless.
 */
final class TsvRows {

  private static final Pattern ROW =
      Pattern.compile(
          "[^\\t\\r\\n]+\\t(0[xX]0?6[0-9a-fA-F]{6}([\\t\\r].*)?|\\t[^\\t\\r\\n]*\\t0[xX].*)",
          Pattern.DOTALL);

  /** Where a row has its cells; -1 where it has none. */
  private record Columns(int module, int token, int offset, int rva) {

    static final Columns USUAL = new Columns(0, 1, 2, 3);

    static Columns named(List<String> names) {
      return new Columns(
          first(names, ListNames.MODULE),
          first(names, ListNames.TOKEN),
          first(names, ListNames.OFFSET),
          first(names, ListNames.RVA));
    }

    private static int first(List<String> names, List<String> wanted) {
      return wanted.stream().mapToInt(names::indexOf).filter(at -> at >= 0).findFirst().orElse(-1);
    }

    boolean isHeader() {
      return module >= 0 && (token >= 0 || rva >= 0);
    }

    ResolvedRow.Cells of(String[] cells) {
      return new ResolvedRow.Cells(
          cell(cells, module), cell(cells, token), cell(cells, offset), cell(cells, rva));
    }

    private static String cell(String[] cells, int at) {
      return at >= 0 && at < cells.length ? ListRows.utf8(cells[at]) : "";
    }
  }

  private TsvRows() {}

  static boolean areIn(InputHead head) {
    String line = head.line();
    return ROW.matcher(line).matches() || columns(line).isHeader();
  }

  /**
   * Makes sure that a first line that is too long does not name the columns.
   *
   * @throws IOException when it does
   */
  static void requireNoHeader(InputHead head, InputFormat.Context context) throws IOException {
    if (columns(head.line()).isHeader()) {
      throw new IOException(
          context.input() + ": a header of more than " + LineFilter.MOST_LINE + " bytes");
    }
  }

  private static Columns columns(String header) {
    return Columns.named(names(header));
  }

  private static List<String> names(String header) {
    return List.of(header.strip().toLowerCase(Locale.ROOT).split("\t", -1));
  }

  static void symbolize(InputStream in, InputFormat.Context context) throws IOException {
    CountedLines out = new CountedLines(context.out(), context.linesBefore());
    InputHead head = InputHead.behindBlankLines(in, out);
    String line = head.line();
    Columns header = columns(line);
    if (header.isHeader()) {
      if (head.isLineTooLong()) {
        requireNoHeader(head, context);
      }
      byte[] first = in.readNBytes(head.lineLength());
      // The line feed, or the end of the input.
      var ignored = in.read();
      String end = line.endsWith("\r") ? "\r\n" : "\n";
      List<String> taken = names(line);
      String columns =
          ResolvedRow.COLUMNS.stream()
              .map(column -> ResolvedRow.free(column, taken::contains))
              .collect(Collectors.joining("\t", "\t", end));
      byte[] added = columns.getBytes(StandardCharsets.UTF_8);
      out.write(first, 0, first.length - (end.length() - 1));
      out.write(added, 0, added.length);
    }
    Columns columns = header.isHeader() ? header : Columns.USUAL;
    // Behind as many cells as the first line has, the added ones begin: a row with fewer gets
    // empty ones before them. Of a row with more than a header names, the others follow them.
    int width = line.isEmpty() ? 0 : line.split("\t", -1).length;
    ListRows.symbolize(
        in,
        context,
        out,
        row -> {
          String[] cells = row.split("\t", -1);
          ResolvedRow.Added added = ResolvedRow.of(context, columns.of(cells));
          String missing = "\t".repeat(Math.max(0, width - cells.length));
          return new ListRows.Answer(
              header.isHeader() ? end(row, width) : row.length(),
              missing + "\t" + Tsv.row(added.values().toArray()),
              added.problem());
        });
  }

  /** Returns where so many cells of a row end; the end of the row if it has fewer. */
  private static int end(String row, int cells) {
    int end = -1;
    for (int cell = 0; cell < cells; cell++) {
      end = row.indexOf('\t', end + 1);
      if (end < 0) {
        return row.length();
      }
    }
    return end;
  }
}
