// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.image.BundleBuilder;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Small files whose claims would take gigabytes or hours if they were followed part by part are
 * answered or refused, with a heap of a few megabytes. Without bounds for the whole file most of
 * these would run until {@link Child} gives up.
 */
class BoundsTest extends BoundsFixture {

  // Bundles.

  @Test
  void bundle_whoseMembersShareOneBlob_refusesAllButTheFirst() throws IOException {
    byte[] large = Arrays.copyOf(module(), 64 << 20);
    BundleBuilder bundle = new BundleBuilder(6, ELF).compressed("m0.dll", 1, large);
    int compressed = BundleBuilder.manifestOf(bundle.build()) - 0x100;
    for (int i = 1; i < 60; i++) {
      bundle.entry("m" + i + ".dll", 1, 0x100, large.length, compressed);
    }
    String file = written("app", bundle.build());
    Outcome outcome = run(256, "refs", file).expect(3);
    assertEquals(List.of("0 of 0 references in 1 modules resolved"), outcome.lines());
    assertEquals(59, outcome.err().lines().count());
    String line =
        "tiptoe: \\Q" + file + "\\E: at offset 0x100: m\\d+.dll shares bytes with another.*";
    assertTrue(outcome.err().lines().allMatch(said -> said.matches(line)), outcome.err());
  }

  @Test
  void bundle_ofAsManyMembersAsThereMayBe_isAnswered() throws IOException {
    byte[] module = module();
    BundleBuilder bundle = new BundleBuilder(6, ELF).member("a.dll", 1, module);
    for (int i = 1; i < 1 << 16; i++) {
      bundle.entry("m" + i + ".dll", 1, 0x100, module.length, 0);
    }
    String file = written("app", bundle.build());
    Outcome outcome = run(128, "refs", file).expect(3);
    assertEquals(List.of("0 of 0 references in 1 modules resolved"), outcome.lines());
    assertEquals(1001, outcome.err().lines().count());
    assertTrue(outcome.err().endsWith("tiptoe: there are more problems, which are not listed\n"));
    assertEquals((1 << 16) + 7, run(128, "dump", file).expect(0).lines().size());
  }

  @Test
  void bundle_ofMoreMembers_isRefused() throws IOException {
    BundleBuilder bundle = new BundleBuilder(6, ELF);
    for (int i = 0; i < 200_000; i++) {
      bundle.entry("m" + i + ".dll", 1, 0x100, 0, 0);
    }
    Outcome outcome = run(128, "refs", written("app", bundle.build())).expect(3);
    assertTrue(
        outcome.err().endsWith(": a bundle of 200000 files, of which 65536 are read at most\n"));
  }

  /** A damaged row takes much longer than a sound one. */
  @Test
  void rows_ofWhichAllAreDamaged_areGivenUp() throws IOException {
    ImageBuilder image = ImageBuilder.assembly("A", "1.0.0.0");
    image.typeDef("N", "T");
    for (int i = 0; i < 300_000; i++) {
      image.row(Table.METHOD_DEF, 0, 0, 0, 0x7fffff00, 0x7fffff00, 1);
    }
    String file = written("A.dll", image.heapSizes(7).build().bytes());
    String givenUp = "tiptoe: " + file + ": more than 100000 problems; the rest of it is not read";
    Outcome names = run(96, "names", file, "--tsv").expect(3);
    assertEquals(100_001, names.rows().size());
    assertEquals(2, names.err().lines().count());
    assertTrue(names.err().lines().anyMatch(givenUp::equals));
    Outcome rows = run(96, "dump", file, "--table", "MethodDef", "--json").expect(3);
    JsonObject json = JsonParser.parseString(rows.out()).getAsJsonObject();
    assertEquals(50_001, json.getAsJsonArray("MethodDef").size());
    assertTrue(rows.err().lines().anyMatch(givenUp::equals));
  }

  // Files that are larger than what is in them.

  @Test
  void file_ofTwoSparseGigabytes_costsNoMemory() throws IOException {
    Path sparse = folder.resolve("Sparse.dll");
    try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
      file.setLength(Integer.MAX_VALUE);
    }
    run(64, "names", sparse.toString()).expect(3);
    try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
      file.write(ELF);
    }
    run(64, "names", sparse.toString()).expect(3);
    run(64, "dump", sparse.toString()).expect(3);
  }

  @Test
  void metadata_ofTwoSparseGigabytes_areRefused() throws IOException {
    Path sparse = folder.resolve("Sparse.dll");
    try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
      file.write(ImageBuilder.assembly("A", "1.0.0.0").root());
      file.setLength(Integer.MAX_VALUE);
    }
    Outcome outcome = run(64, "dump", sparse.toString()).expect(3);
    String reason = "metadata of 2147483647 bytes, of which 268435456 are read at most";
    assertEquals("tiptoe: " + sparse + ": at offset 0x0: " + reason + "\n", outcome.err());
  }
}
