// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Index files that are damaged, by chance or on purpose. */
class DamagedIndexTest {

  /** Of this many places one is tried; the witness tries all. */
  private static final int SHARE = 7;

  static final byte[] GOOD = index(TestAssembly.WRITTEN.path());

  /** Returns the index of a module. */
  static byte[] index(Path file) {
    try {
      Image image = Image.open(file);
      return new IndexBuilder(image, PortablePdb.of(image)).build(image.mvid().orElseThrow(), 1);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A sum over answers of every kind. */
  static long answers(SymbolIndex index) {
    long sum = 31L * index.name().hashCode() + index.mvid().hashCode();
    sum = 31 * sum + index.methodCount() + index.summary().hashCode();
    for (int rid = 1; rid <= Math.min(300, index.methodCount()); rid++) {
      Token token = Token.of(0x06, rid);
      sum = 31 * sum + index.method(token).hashCode();
      sum = 31 * sum + index.shownName(rid).hashCode();
      for (int il = 0; il < 40; il += 7) {
        sum = 31 * sum + index.source(token, il).hashCode() + index.place(rid, il);
      }
    }
    sum = 31 * sum + index.methodsNamed("Shop", "Buy").sum();
    for (int rva = 0x1000; rva < 0x40000; rva += 0x333) {
      sum = 31 * sum + index.codeAt(rva);
    }
    return sum;
  }

  @Test
  void file_withOneByteInManyChanged_isRefusedOrAnswersAsBefore() {
    byteChanged(SHARE);
  }

  /** Changes one byte after another. */
  static void byteChanged(int step) {
    long expected = answers(SymbolIndex.of("Index", GOOD));
    int refused = 0;
    for (int at = 0; at < GOOD.length; at += step) {
      byte[] bytes = GOOD.clone();
      bytes[at] ^= (byte) (1 << at % 8);
      try {
        assertEquals(expected, answers(SymbolIndex.of("Index", bytes)), "byte " + at);
      } catch (MetadataFormatException e) {
        refused++;
        assertTrue(e.offset() >= 0 && e.offset() <= GOOD.length, e.getMessage());
      }
    }
    // What remains is padding.
    assertTrue(refused > (GOOD.length - 150) / step, refused + " of " + GOOD.length / step);
  }

  @Test
  void summary_ofAFileWithOneByteInManyOfItsBeginningChanged_isRefusedOrAsBefore(
      @TempDir Path folder) throws IOException {
    summaryChanged(folder, SHARE);
  }

  /** Of a file that is not opened, only its beginning is checked. */
  static void summaryChanged(Path folder, int step) throws IOException {
    Path file = Files.write(folder.resolve("a.tsym"), GOOD);
    IndexSummary expected = IndexSummary.read(file);
    assertEquals(1, expected.pdbs().pdbs().size());
    int refused = 0;
    for (int at = 0; at < 500; at += step) {
      byte[] bytes = GOOD.clone();
      bytes[at] ^= (byte) (1 << at % 8);
      Files.write(file, bytes);
      try {
        assertEquals(expected, IndexSummary.read(file), "byte " + at);
      } catch (MetadataFormatException e) {
        refused++;
      }
    }
    assertTrue(refused > 350 / step, refused + " refused");
    for (int length : new int[] {0, 8, 47, 48, 100, 330}) {
      Files.write(file, Arrays.copyOf(GOOD, length));
      assertThrows(MetadataFormatException.class, () -> IndexSummary.read(file));
    }
  }

  @Test
  void file_thatIsCutAnywhere_isRefused() {
    for (int length = 0; length < GOOD.length; length += length < 400 ? 1 : 37) {
      byte[] bytes = Arrays.copyOf(GOOD, length);
      assertThrows(MetadataFormatException.class, () -> SymbolIndex.of("Index", bytes));
    }
    byte[] longer = Arrays.copyOf(GOOD, GOOD.length + 1);
    assertThrows(MetadataFormatException.class, () -> SymbolIndex.of("Index", longer));
  }

  /** An attacker computes checksums, too. */
  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void file_withRightChecksums_isReadOrRefused(@ForAll long seed) {
    readOrRefuse(GOOD, seed);
  }

  @Test
  void file_withAWidthOfAShape_isReadOrRefused() {
    widths(SHARE);
  }

  /** The shapes of the sequence points say how wide the numbers of all others are. */
  static void widths(int step) {
    int points = SymbolIndex.of("Index", GOOD).header().section(Section.Id.POINTS).offset();
    int shapes = GOOD[points + 12] & 0xff;
    for (int at = 12; at < PointTable.HEADER + shapes * PointTable.SHAPE; at += step) {
      for (int width : new int[] {0, 1, 31, 32, 33, 57, 58, 63, 64, 65, 255}) {
        byte[] bytes = GOOD.clone();
        bytes[points + at] = (byte) width;
        IndexChecksums.set(bytes);
        answersOrRefuses(bytes);
      }
    }
  }

  /** Rows whose columns have no bits take no bytes, however many there are. */
  @Test
  void file_withBillionsOfRowsInNoBytes_isRefused() {
    IndexHeader header = SymbolIndex.of("Index", GOOD).header();
    for (Section.Id id :
        new Section.Id[] {
          Section.Id.DOCUMENTS, Section.Id.METHODS, Section.Id.TYPES, Section.Id.WRITTEN
        }) {
      for (int count : new int[] {(1 << 16) + 1, Integer.MAX_VALUE - 1, Integer.MAX_VALUE}) {
        byte[] bytes = GOOD.clone();
        ByteBuffer.wrap(bytes)
            .order(ByteOrder.LITTLE_ENDIAN)
            .position(header.section(id).offset())
            .putInt(count)
            .putInt(0);
        IndexChecksums.set(bytes);
        assertThrows(MetadataFormatException.class, () -> SymbolIndex.of("Index", bytes));
      }
    }
  }

  /** Changes some bytes of an index, and reads it. */
  static void readOrRefuse(byte[] good, long seed) {
    Random random = new Random(seed);
    byte[] bytes = good.clone();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      // The heads of sections are where it hurts.
      int section = 56 + 16 * random.nextInt(17);
      int at = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(section - 4);
      int near = random.nextBoolean() ? random.nextInt(64) : random.nextInt(4096);
      bytes[Math.floorMod(random.nextInt(8) == 0 ? section + near % 12 : at + near, bytes.length)] =
          (byte) random.nextInt();
    }
    IndexChecksums.set(bytes);
    answersOrRefuses(bytes);
  }

  private static void answersOrRefuses(byte[] bytes) {
    try {
      answers(SymbolIndex.of("Index", bytes));
    } catch (MetadataFormatException e) {
      assertEquals("Index", e.file());
    }
  }

  @Test
  void file_ofANewerVersion_isRefused() {
    byte[] bytes = GOOD.clone();
    bytes[8] = 2;
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> SymbolIndex.of("Index", bytes));
    assertTrue(e.reason().contains("version 2"), e.reason());
  }
}
