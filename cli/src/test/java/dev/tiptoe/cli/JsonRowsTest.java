// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --json}, beside {@code --tsv} of the same command. */
class JsonRowsTest {

  private static final String GOLDEN =
      Path.of(System.getProperty("tiptoe.home"), "trace/src/test/resources/golden.tiptoe")
          .toString();

  /** Strict, unlike Gson's parser of text. */
  private static final TypeAdapter<JsonObject> PARSER = new Gson().getAdapter(JsonObject.class);

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource({
    "ids GOLDEN, kind id module mvid token type_arguments name evidence from to",
    "stacks GOLDEN, thread count frames",
    "lookup TRACE --module Demo --token 0x02000002, answer level ids module token why",
    "names DEMO, file mvid token name",
    "'names DEMO --tokens 0x02000002,0x02ffffff', file mvid token name",
    "names DEMO --rva 0x2000, file mvid token name rva offset",
    "refs MODULES, file token name status target_file target_token tier hops",
    "refs MODULES --members, file token name status target_file target_token tier hops",
    "index DEMO --out OUT --force, file mvid name methods points bytes state pdb",
  })
  void json_ofACommand_hasTheValuesOfTsv(String line, String members) throws IOException {
    check(arguments(line), members);
  }

  @Test
  @Tag("clr")
  void json_ofFields_hasTheValuesOfTsv() throws IOException {
    String trace = DemoTrace.file();
    String ship =
        TiptoeRun.tiptoe("ids", trace, "--tsv").expect(0).rows().stream()
            .filter(row -> row.get(6).equals("Tiptoe.Demo.Ship"))
            .findFirst()
            .orElseThrow()
            .get(1);
    check(
        new String[] {"fields", trace, ship},
        "depth path storage token offset type type_module type_token ids answer level why");
  }

  private static void check(String[] arguments, String members) throws IOException {
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

  private String[] arguments(String line) throws IOException {
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

  private static Outcome run(String[] arguments, String option) {
    return TiptoeRun.tiptoe(
        Stream.concat(Stream.of(arguments), Stream.of(option)).toArray(String[]::new));
  }

  /** Returns what TSV has for a value. */
  private static String text(String member, JsonElement value) {
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

  @Test
  void json_ofNumbers_hasNumbers() throws IOException {
    for (String each : run(arguments("stacks GOLDEN"), "--json").expect(0).lines()) {
      JsonObject row = PARSER.fromJson(each);
      assertTrue(row.getAsJsonPrimitive("count").isNumber(), each);
      assertTrue(row.get("frames").isJsonArray(), each);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ids GOLDEN",
    "stacks GOLDEN",
    "names DEMO",
    "fields TRACE 0x400",
    "ps",
    "refs MODULES"
  })
  void json_withTsv_isAMisuse(String line) throws IOException {
    String[] arguments =
        Stream.concat(Stream.of(arguments(line)), Stream.of("--tsv")).toArray(String[]::new);
    Outcome outcome = run(arguments, "--json").expect(2);
    assertEquals("", outcome.out());
    assertTrue(outcome.err().contains("--tsv and --json exclude each other"), outcome.err());
  }
}
