// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.function.IntUnaryOperator;

/** Writes the columns of tables, each an array of its cells. */
final class FirefoxColumns {

  private final JsonWriter json;
  private final WrittenShare share;

  FirefoxColumns(JsonWriter json, WrittenShare share) {
    this.json = json;
    this.share = share;
  }

  void empty(String name) throws IOException {
    json.name(name).beginArray().endArray();
  }

  /** Writes the cell of a row. */
  interface Cell {
    void write(int row) throws IOException;
  }

  void column(String name, int length, Cell cell) throws IOException {
    json.name(name).beginArray();
    for (int row = 0; row < length; row++) {
      share.add();
      cell.write(row);
    }
    json.endArray();
  }

  void numbers(String name, int length, IntUnaryOperator number) throws IOException {
    column(name, length, row -> json.value(number.applyAsInt(row)));
  }

  void nulls(String name, int length) throws IOException {
    column(name, length, row -> json.nullValue());
  }

  /** Writes numbers of lines; 0 is none. */
  void lines(String name, int length, IntUnaryOperator line) throws IOException {
    column(
        name,
        length,
        row -> {
          if (line.applyAsInt(row) > 0) {
            json.value(line.applyAsInt(row));
          } else {
            json.nullValue();
          }
        });
  }
}
