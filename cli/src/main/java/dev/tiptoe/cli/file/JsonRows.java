// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.tiptoe.cli.terminal.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;

/** Resolves a list of JSON objects, one in a line. Stateless. */
final class JsonRows {

  private static final Gson GSON = new Gson();

  private JsonRows() {}

  static boolean areIn(InputHead head) {
    return object(head.line()).filter(JsonRows::isOurs).isPresent();
  }

  /**
   * A first row may be about native code, or lack members that the others have. So two of the
   * members are enough, whatever their values are. A log in JSON may have one of them.
   */
  private static boolean isOurs(JsonObject row) {
    boolean module = has(row, ListNames.MODULE);
    boolean method = has(row, ListNames.TOKEN) || has(row, ListNames.RVA);
    boolean offset = has(row, ListNames.IL_OFFSET);
    return module ? method || offset : method && offset;
  }

  private static boolean has(JsonObject row, List<String> names) {
    return names.stream().anyMatch(name -> row.has(name) && isCell(row.get(name)));
  }

  private static boolean isCell(JsonElement value) {
    return value.isJsonNull() || (value instanceof JsonPrimitive cell && !cell.isBoolean());
  }

  private static Optional<JsonObject> object(String line) {
    if (!line.strip().startsWith("{") || !line.strip().endsWith("}")) {
      return Optional.empty();
    }
    try {
      JsonReader reader = new JsonReader(new StringReader(line));
      reader.setStrictness(Strictness.STRICT);
      JsonElement value = GSON.getAdapter(JsonElement.class).read(reader);
      return reader.peek() == JsonToken.END_DOCUMENT && value != null && value.isJsonObject()
          ? Optional.of(value.getAsJsonObject())
          : Optional.empty();
    } catch (IOException | JsonParseException | StackOverflowError e) {
      return Optional.empty();
    }
  }

  private static String member(JsonObject row, List<String> names) {
    for (String name : names) {
      JsonElement value = row.get(name);
      if (value instanceof JsonPrimitive primitive && !primitive.isBoolean()) {
        return primitive.getAsString();
      }
    }
    return "";
  }

  static void symbolize(InputStream in, InputFormat.Context context) throws IOException {
    CountedLines out = new CountedLines(context.out(), context.linesBefore());
    ListRows.symbolize(in, context, out, row -> answer(row, context));
  }

  private static ListRows.Answer answer(String row, InputFormat.Context context) {
    Optional<JsonObject> object = object(ListRows.utf8(row));
    if (object.isEmpty()) {
      return new ListRows.Answer(row.length(), "", "the row is no JSON object");
    }
    JsonObject json = object.get();
    ResolvedRow.Added added =
        ResolvedRow.of(
            context,
            new ResolvedRow.Cells(
                member(json, ListNames.MODULE),
                member(json, ListNames.TOKEN),
                member(json, ListNames.OFFSET),
                member(json, ListNames.RVA)));
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < added.values().size(); i++) {
      String value = added.values().get(i);
      String name = ResolvedRow.COLUMNS.get(i);
      if (!value.isEmpty()) {
        String free = ResolvedRow.free(name, json::has);
        boolean number = name.equals("line") || name.equals("column");
        text.append(text.length() > 0 || json.size() > 0 ? "," : "").append('"').append(free);
        text.append("\":").append(number ? value : Printable.inJson(GSON.toJson(value)));
      }
    }
    return new ListRows.Answer(row.lastIndexOf('}'), text.toString(), added.problem());
  }
}
