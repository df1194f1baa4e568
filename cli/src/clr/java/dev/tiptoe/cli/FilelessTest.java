// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.Recordings;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program most of whose types are in no file: the trace alone names them all. */
class FilelessTest {

  private static final int TYPES = 20;

  @TempDir private Path folder = Path.of("");

  /** The trace, which both tests only read. */
  private static String recorded() {
    return Recordings.once(
            "fileless.tiptoe",
            file -> {
              String program = TestAssembly.FILELESS.path().toString();
              String types = String.valueOf(TYPES);
              Child.tiptoe("record", "--out", file.toString(), "--", program, types, "1")
                  .outcome()
                  .expect(27);
            })
        .toString();
  }

  @Test
  void trace_ofModulesWithoutFiles_namesTheirTypesAndMethods() {
    String trace = recorded();
    List<List<String>> rows = TiptoeRun.tiptoe("ids", trace, "--tsv").expect(0).rows();
    Set<String> types = namesOf("class", rows);
    Set<String> methods = namesOf("function", rows);
    IntStream.range(0, TYPES)
        .forEach(
            number -> {
              assertTrue(types.contains("Adrift.Plank" + number), types::toString);
              assertTrue(
                  methods.stream().anyMatch(name -> name.contains("::Measure" + number)),
                  methods::toString);
            });
    // Loaded from bytes, under a name that is no path.
    assertTrue(
        rows.stream()
            .anyMatch(row -> row.get(2).equals("Fileless.exe") && row.get(6).endsWith(".Castaway")),
        rows::toString);
  }

  /** The copies in a trace are a place of symbols, and can be indexed. */
  @Test
  void trace_asAPlaceOfSymbols_namesMethodsOfModulesWithoutFiles() throws IOException {
    String trace = recorded();
    String row = "module\ttoken\nFileless.exe\t0x06000001\n";
    Outcome named = TiptoeRun.fed(row, "symbolize", "--symbols", trace).expect(0);
    List<String> copy = named.rows().get(named.rows().size() - 1);
    assertEquals(trace + "!Fileless.exe", copy.get(11), named::toString);
    String indexes = folder.resolve("indexes").toString();
    TiptoeRun.tiptoe("index", trace, "--symbols", trace, "--out", indexes).expect(0);
    Outcome indexed = TiptoeRun.fed(row, "symbolize", "--symbols", indexes).expect(0);
    List<String> entry = indexed.rows().get(indexed.rows().size() - 1);
    assertEquals(copy.subList(2, 5), entry.subList(2, 5), indexed::toString);
  }

  private static Set<String> namesOf(String kind, List<List<String>> rows) {
    return rows.stream()
        .filter(row -> row.get(0).equals(kind))
        .map(row -> row.get(6))
        .collect(Collectors.toSet());
  }
}
