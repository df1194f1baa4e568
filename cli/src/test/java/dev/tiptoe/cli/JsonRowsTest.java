// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --json}, beside {@code --tsv} of the same command. */
class JsonRowsTest extends JsonRowsFixture {

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
