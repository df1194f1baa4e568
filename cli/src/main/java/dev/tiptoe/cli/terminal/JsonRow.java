// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Formats rows as JSON objects, each on one line: numbers and truth values as such, several values
 * as an array, empty values as null, and everything else as a string.
 */
public final class JsonRow {

  private JsonRow() {}

  /** Returns a row, printable and without a line feed. */
  public static String of(List<String> columns, Object... fields) {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.beginObject();
      for (int i = 0; i < columns.size(); i++) {
        json.name(columns.get(i));
        value(json, fields[i]);
      }
      json.endObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Printable.inJson(text.toString());
  }

  private static void value(JsonWriter json, Object value) throws IOException {
    if (value instanceof Optional<?> optional) {
      if (optional.isPresent()) {
        value(json, optional.get());
      } else {
        json.nullValue();
      }
    } else if (value instanceof Tsv.Joined joined) {
      value(json, joined.texts());
    } else if (value instanceof Collection<?> several) {
      json.beginArray();
      for (Object one : several) {
        value(json, one);
      }
      json.endArray();
    } else if (value instanceof Number number) {
      json.value(number);
    } else if (value instanceof Boolean truth) {
      json.value(truth);
    } else if (value.toString().isEmpty()) {
      json.nullValue();
    } else {
      json.value(value.toString());
    }
  }
}
