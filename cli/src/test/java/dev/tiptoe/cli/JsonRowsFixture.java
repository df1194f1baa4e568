// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.TypeAdapter;
import dev.tiptoe.cli.terminal.Tsv;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code JsonRowsTest} share, which stand by kind. */
abstract class JsonRowsFixture {

  static final String GOLDEN =
      Path.of(System.getProperty("tiptoe.home"), "trace/src/test/resources/golden.tiptoe")
          .toString();

  /** Strict, unlike Gson's parser of text. */
  static final TypeAdapter<JsonObject> PARSER = new Gson().getAdapter(JsonObject.class);

  @TempDir Path folder = Path.of("");

  static void check(String[] arguments, String members) throws IOException {
    Outcome tsv = run(arguments, "--tsv");
    Outcome json = run(arguments, "--json").expect(tsv.status());
    List<List<String>> rows = new ArrayList<>();
    for (String each : json.lines()) {
      JsonObject row = PARSER.fromJson(each);
      assertEquals(List.of(members.split(" ", -1)), List.copyOf(row.keySet()));
      rows.add(row.entrySet().stream().map(e -> text(e.getKey(), e.getValue())).toList());
    }
    assertEquals(tsv.rows(), rows);
    assertFalse(rows.isEmpty());
  }

  String[] arguments(String line) throws IOException {
    Path trace = folder.resolve("some.tiptoe");
    if (!Files.exists(trace)) {
      Files.write(trace, TraceOf.text("crane", TestAssembly.DEMO.path()));
    }
    return line.replace("GOLDEN", GOLDEN)
        .replace("TRACE", trace.toString())
        .replace("DEMO", TestAssembly.DEMO.path().toString())
        .replace("MODULES", String.valueOf(TestAssembly.DEMO.path().getParent()))
        .replace("OUT", folder.resolve("index").toString())
        .split(" ", -1);
  }

  static Outcome run(String[] arguments, String option) {
    return TiptoeRun.tiptoe(
        Stream.concat(Stream.of(arguments), Stream.of(option)).toArray(String[]::new));
  }

  /** Returns what TSV has for a value. */
  static String text(String member, JsonElement value) {
    if (value.isJsonNull()) {
      return "";
    }
    if (value.isJsonArray()) {
      return StreamSupport.stream(value.getAsJsonArray().spliterator(), false)
          .map(each -> Tsv.field(each.getAsString()))
          .collect(Collectors.joining(member.equals("frames") ? ";" : ","));
    }
    return Tsv.field(value.getAsString());
  }
}
