// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.spark.IndexCounts.State;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs of the indexer behind others. */
@Tag("quarter-2")
class IndexerWitnessTest extends IndexedModules {

  @Test
  void index_ofFilesElsewhere_isTheSame() throws IOException {
    index(false);
    Path far = folder.resolve("far");
    for (State state : List.of(State.WRITTEN, State.KEPT)) {
      IndexCounts counts =
          new Indexer(LocalSpark.session())
              .index(
                  List.of(FarFileSystem.name(modules)),
                  FarFileSystem.name(far),
                  folder.resolve("report").toString(),
                  false);
      assertEquals(2, counts.of(state), counts::toString);
      assertEquals(0, counts.withoutPdb());
    }
    assertEquals(files(), files(far));
    for (String name : files()) {
      assertEquals(-1, Files.mismatch(out.resolve(name), far.resolve(name)), name);
    }
  }

  @Test
  void index_ofARunThatWasEnded_isCompleted() throws IOException {
    Files.createDirectories(out);
    Files.writeString(out.resolve("." + UUID.randomUUID() + ".tmp"), "half");
    Files.writeString(out.resolve(mvid + SymbolIndexWriter.SUFFIX), "damaged");
    assertEquals(2, index(false).of(State.WRITTEN));
    assertEquals(2, index(false).of(State.KEPT));
  }

  @Test
  void index_withPdb_isNotReplacedByOneWithout() throws IOException {
    index(false);
    byte[] before = Files.readAllBytes(out.resolve(mvid + SymbolIndexWriter.SUFFIX));
    Files.delete(modules.resolve("b/Constructs.pdb"));
    IndexCounts counts = index(false);
    assertEquals(2, counts.of(State.KEPT));
    assertEquals(1, counts.withoutPdb());
    assertArrayEquals(before, Files.readAllBytes(out.resolve(mvid + SymbolIndexWriter.SUFFIX)));
  }
}
