// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.query;

import dev.tiptoe.cli.option.RowFormat;
import dev.tiptoe.cli.terminal.StyledLine;
import dev.tiptoe.cli.terminal.Terminal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Prints the rows of a query. Used once. */
final class SqlResult {

  /** The rows from which the widths of columns are taken; longer values further below stick out. */
  private static final int MEASURED = 256;

  private static final int WIDEST = 80;

  /** The names of DuckDB's types of numbers. */
  private static final Pattern NUMBER = Pattern.compile("\\w*INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*");

  private final ResultSet rows;
  private final Terminal terminal;
  private final List<String> columns = new ArrayList<>();
  private final List<Boolean> numeric = new ArrayList<>();

  SqlResult(ResultSet rows, Terminal terminal) throws SQLException {
    this.rows = rows;
    this.terminal = terminal;
    ResultSetMetaData about = rows.getMetaData();
    for (int i = 1; i <= about.getColumnCount(); i++) {
      columns.add(about.getColumnLabel(i));
      numeric.add(NUMBER.matcher(about.getColumnTypeName(i)).matches());
    }
  }

  /** Prints rows for scripts; returns how many. */
  long printRows(RowFormat format) throws SQLException {
    long count = 0;
    while (rows.next()) {
      Object[] fields = new Object[columns.size()];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = Optional.ofNullable(rows.getObject(i + 1));
      }
      format.row(terminal, columns, fields);
      count++;
    }
    return count;
  }

  /** Prints a table for people; returns how many rows it has. */
  long printTable() throws SQLException {
    List<List<String>> measured = new ArrayList<>();
    while (measured.size() < MEASURED && rows.next()) {
      measured.add(fields());
    }
    int[] widths = widths(measured);
    terminal.line(line(columns, widths, true));
    for (List<String> row : measured) {
      terminal.line(line(row, widths, false));
    }
    long count = measured.size();
    while (measured.size() == MEASURED && rows.next()) {
      terminal.line(line(fields(), widths, false));
      count++;
    }
    return count;
  }

  private List<String> fields() throws SQLException {
    List<String> fields = new ArrayList<>();
    for (int i = 1; i <= columns.size(); i++) {
      String text = rows.getString(i);
      fields.add(text == null ? "" : text);
    }
    return fields;
  }

  private int[] widths(List<List<String>> measured) {
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      int column = i;
      int widest = measured.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
      widths[i] = Math.min(WIDEST, Math.max(widest, columns.get(i).length()));
    }
    return widths;
  }

  private StyledLine line(List<String> fields, int[] widths, boolean heading) {
    StyledLine line = new StyledLine();
    for (int i = 0; i < fields.size(); i++) {
      String field = fields.get(i);
      String pad = " ".repeat(Math.max(0, widths[i] - field.length()));
      boolean last = i == fields.size() - 1;
      String text = numeric.get(i) ? pad + field : last ? field : field + pad;
      line = heading ? line.bold(text) : line.add(text);
      line.add(last ? "" : "  ");
    }
    return line;
  }
}
