// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The profiles of a fleet, and their tables. */
abstract class SymbolizedFleet {

  static final List<String> TABLES =
      List.of("sources", "samples", "stacks", "locations", "mappings", "frames", "missing");

  @TempDir static Path folder = Path.of("");
  static Path profiles = Path.of("");
  static Path indexes = Path.of("");
  static String out = "";
  static SymbolizeCounts counts = new SymbolizeCounts(0, 0, 0, 0, Map.of(), Map.of(), 0);

  @BeforeAll
  static void symbolize() throws IOException {
    profiles = folder.resolve("profiles");
    indexes = folder.resolve("indexes");
    out = folder.resolve("out").toString();
    Fleet fleet = new Fleet(2);
    fleet.write(profiles, 3, 60);
    fleet.index(indexes);
    counts = symbolize(profiles, out);
    TABLES.forEach(
        table ->
            LocalSpark.session().read().parquet(out + "/" + table).createOrReplaceTempView(table));
  }

  static SymbolizeCounts symbolize(Path from, String to) throws IOException {
    return new Symbolizer(LocalSpark.session(), IndexPlace.folder(indexes))
        .symbolize(List.of(from.toString()), to, Map.of());
  }
}
