// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.PeFormat;
import dev.tiptoe.testdata.image.Table;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A built image reads back equal: every count, every cell, every heap entry. */
class RoundTripTest {

  /** Any rows in any tables: every cell has a number of its own that fits into two bytes. */
  @Property(tries = 500)
  void tables_ofAnyShape_readBackEqual(
      @ForAll long seed,
      @ForAll @IntRange(max = 7) int heapSizes,
      @ForAll boolean extraData,
      @ForAll boolean minimalDelta,
      @ForAll boolean plus) {
    Random random = new Random(seed);
    ImageBuilder builder = new ImageBuilder().heapSizes(heapSizes | (extraData ? 0x40 : 0));
    if (minimalDelta) {
      builder.uncompressed().minimalDelta();
    }
    Map<Table, List<int[]>> rows = new EnumMap<>(Table.class);
    for (Table table : Table.values()) {
      List<int[]> some = new ArrayList<>();
      for (int i = random.nextInt(4) * random.nextInt(4); i >= 0; i--) {
        int[] cells = random.ints(table.columns().size(), 0, 0x10000).toArray();
        builder.row(table, cells);
        some.add(cells);
      }
      rows.put(table, some);
    }
    Image image = Given.image(builder.build(plus ? PeFormat.PE32_PLUS : PeFormat.PE32));
    rows.forEach((table, all) -> assertRows(image, table, all));
  }

  private static void assertRows(Image image, Table table, List<int[]> rows) {
    assertEquals(rows.size(), image.metadata().tables().count(table.number()));
    for (int rid = 1; rid <= rows.size(); rid++) {
      assertRow(image, table, rows.get(rid - 1), rid);
    }
  }

  @Property(tries = 15)
  void indexes_aroundEveryWidth_readBackEqual(
      @ForAll Table large, @ForAll @IntRange(max = 5) int tagBits, @ForAll boolean wide) {
    indexes(large, tagBits, wide);
  }

  /** One table with the most rows that a narrow index can name behind a tag, or with one more. */
  static void indexes(Table large, int tagBits, boolean wide) {
    int rows = (0xffff >>> tagBits) + (wide ? 1 : 0);
    ImageBuilder builder = new ImageBuilder();
    for (Table table : Table.values()) {
      builder.row(table, numbers(table));
    }
    while (builder.count(large) < rows) {
      builder.row(large, numbers(large));
    }
    Image image = Given.image(builder);
    for (Table table : Table.values()) {
      assertRow(image, table, numbers(table), 1);
      assertRow(image, table, numbers(table), builder.count(table));
      assertEquals(builder.count(table), image.metadata().tables().whole(table.number()));
    }
  }

  /** One table so large that indexes to it need four bytes, beside rows that point to its end. */
  @Test
  void indexes_intoALargeTable_readBackEqual() {
    for (Table large : new Table[] {Table.TYPE_DEF, Table.TYPE_REF, Table.METHOD_PTR}) {
      ImageBuilder builder = new ImageBuilder();
      for (Table table : Table.values()) {
        builder.row(table, numbers(table));
      }
      while (builder.count(large) < 0x10000) {
        builder.row(large, numbers(large));
      }
      Image image = Given.image(builder);
      for (Table table : Table.values()) {
        assertRow(image, table, numbers(table), 1);
        assertRow(image, table, numbers(table), builder.count(table));
      }
    }
  }

  private static int[] numbers(Table table) {
    int[] cells = new int[table.columns().size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = 0x8001 + 0x101 * i;
    }
    return cells;
  }

  private static void assertRow(Image image, Table table, int[] cells, int rid) {
    for (int column = 0; column < cells.length; column++) {
      assertEquals(cells[column], image.metadata().tables().cell(table.number(), rid, column));
    }
  }

  @Property(tries = 200)
  void heaps_withAnyEntries_readBackEqual(
      @ForAll List<String> texts, @ForAll List<byte[]> blobs, @ForAll List<Long> halves) {
    ImageBuilder builder = ImageBuilder.netmodule("heaps.netmodule");
    List<Integer> names = texts.stream().map(text -> builder.string(name(text))).toList();
    List<Integer> literals = texts.stream().map(builder::userString).toList();
    List<Integer> offsets = blobs.stream().map(builder::blob).toList();
    List<Integer> guids = halves.stream().map(half -> builder.guid(new UUID(half, ~half))).toList();
    Image image = Given.image(builder);
    for (int i = 0; i < texts.size(); i++) {
      assertEquals(name(texts.get(i)), image.metadata().strings().get(names.get(i)));
      assertEquals(texts.get(i), image.metadata().userStrings().get(literals.get(i)));
    }
    for (int i = 0; i < blobs.size(); i++) {
      int length = image.metadata().blobs().get(offsets.get(i)).length();
      assertEquals(
          HexFormat.of().formatHex(blobs.get(i)),
          HexFormat.of().formatHex(image.metadata().blobs().get(offsets.get(i)).copy(0, length)));
    }
    for (int i = 0; i < halves.size(); i++) {
      assertEquals(
          new UUID(halves.get(i), ~halves.get(i)),
          image.metadata().guids().get(guids.get(i)).orElseThrow());
    }
  }

  /** The possible names: no zeros, and no unpaired surrogates. */
  private static String name(String text) {
    return text.replace("\0", "").replaceAll("[\\uD800-\\uDFFF]", "");
  }
}
