// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import com.google.gson.FormattingStyle;
import com.google.gson.stream.JsonWriter;
import dev.tiptoe.metadata.bytes.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A report for programs: one JSON object with a member for each part. Facts are an object; a table
 * is an array of objects. Tokens, GUIDs and bytes (in hex) are strings; an empty value is null.
 *
 * <p>Cells are complete, except that cells of more than half a KiB are cut after the first 64 MiB
 * of them.
 */
public final class JsonReport implements Report {

  private final Writer out;
  private final JsonWriter json;
  private final Allowance allowance = new Allowance();

  public JsonReport(Writer out) {
    this.out = out;
    json = new JsonWriter(out);
    json.setFormattingStyle(FormattingStyle.PRETTY);
    attempt(json::beginObject);
  }

  @Override
  public void facts(String title, Map<String, ?> facts) {
    attempt(
        () -> {
          json.name(title).beginObject();
          for (Map.Entry<String, ?> fact : facts.entrySet()) {
            json.name(fact.getKey());
            value(fact.getValue());
          }
          json.endObject();
        });
  }

  @Override
  public void table(String title, List<String> columns, Iterable<List<?>> rows) {
    attempt(
        () -> {
          json.name(title).beginArray();
          for (List<?> row : rows) {
            json.beginObject();
            for (int i = 0; i < columns.size(); i++) {
              json.name(columns.get(i));
              value(row.get(i));
            }
            json.endObject();
          }
          json.endArray();
        });
  }

  private void value(Object value) throws IOException {
    if (value instanceof Optional<?> optional) {
      if (optional.isPresent()) {
        value(optional.get());
      } else {
        json.nullValue();
      }
    } else if (value instanceof Collection<?> several) {
      json.beginArray();
      for (Object one : several) {
        value(one);
      }
      json.endArray();
    } else if (value instanceof Number number) {
      json.value(number);
    } else if (value instanceof Boolean truth) {
      json.value(truth);
    } else if (value instanceof Bytes bytes) {
      json.value(hex(bytes));
    } else {
      json.value(value.toString());
    }
  }

  private String hex(Bytes bytes) {
    int shown = shown(bytes.length());
    String hex = HexFormat.of().formatHex(bytes.copy(0, shown));
    return shown < bytes.length() ? hex + "… (" + bytes.length() + " bytes)" : hex;
  }

  @Override
  public int shown(int length) {
    return allowance.of(length);
  }

  @Override
  public void close() {
    attempt(
        () -> {
          json.endObject();
          out.write("\n");
        });
  }

  /** An action that writes. */
  private interface Writing {
    void run() throws IOException;
  }

  private static void attempt(Writing writing) {
    try {
      writing.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
