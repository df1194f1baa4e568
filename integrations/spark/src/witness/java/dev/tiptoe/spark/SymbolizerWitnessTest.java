// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A run behind one that did not end. */
@Tag("quarter-2")
class SymbolizerWitnessTest extends SymbolizedFleet {

  @Test
  void run_thatDidNotEnd_isDoneAgain() throws IOException {
    String again = folder.resolve("again").toString();
    // As a driver that was killed leaves it.
    Files.createDirectories(Path.of(again, "frames", "_temporary", "0"));
    Files.writeString(Path.of(again, "frames", "part-00000.parquet"), "half");
    Files.writeString(Path.of(again, "_tiptoe"), "");
    Files.writeString(Path.of(again, "_files"), "of that run");
    assertEquals(counts, symbolize(profiles, again));
    for (String table : TABLES) {
      assertEquals(
          LocalSpark.sorted(LocalSpark.session().table(table)),
          LocalSpark.sorted(LocalSpark.session().read().parquet(again + "/" + table)),
          table);
    }
  }
}
