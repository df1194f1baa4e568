// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Makes images from a sound one by changing a few cells of its tables, so that rows point to wrong
 * rows; bytes changed anywhere rarely have that effect. The same seed gives the same image. Not
 * thread-safe.
 */
public final class Mutant {

  private static final int HEAP_SIZES = 6;
  private static final int VALID = 8;
  private static final int ROW_COUNTS = 24;
  private static final int MOST_CHANGES = 40;

  /** A cell: where it is, and how many bytes it has. */
  private record Cell(int at, int width) {}

  /** The cells of one column. */
  private record Cells(int first, int rowSize, int rows, int width) {

    Cell any(Random random) {
      return new Cell(first + random.nextInt(rows) * rowSize, width);
    }
  }

  private final byte[] image;
  private final List<Cells> columns = new ArrayList<>();

  /** Mutants of an image with compressed tables, {@code #~}. */
  public Mutant(byte[] image) {
    this.image = image.clone();
    ByteBuffer bytes = ByteBuffer.wrap(this.image).order(ByteOrder.LITTLE_ENDIAN);
    int root = find("BSJB");
    int header = find("#~\0\0") - 2 * Integer.BYTES;
    readTables(bytes, root + bytes.getInt(header));
  }

  private int find(String text) {
    int at = new String(image, StandardCharsets.ISO_8859_1).indexOf(text);
    if (at < 0) {
      throw new IllegalArgumentException("there is no " + text);
    }
    return at;
  }

  private void readTables(ByteBuffer bytes, int stream) {
    Map<Table, Integer> counts = new EnumMap<>(Table.class);
    int at = stream + ROW_COUNTS;
    for (Table table : Table.values()) {
      if ((bytes.getLong(stream + VALID) >>> table.number() & 1) != 0) {
        counts.put(table, bytes.getInt(at));
        at += Integer.BYTES;
      }
    }
    Widths widths = new Widths(counts, image[stream + HEAP_SIZES], false);
    for (Map.Entry<Table, Integer> table : counts.entrySet()) {
      at = readColumns(table.getKey(), table.getValue(), widths, at);
    }
  }

  private int readColumns(Table table, int rows, Widths widths, int start) {
    int rowSize = table.rowSize(widths);
    int at = start;
    for (ColumnLayout column : table.columns()) {
      int width = column.width(widths);
      if (rows > 0) {
        columns.add(new Cells(at, rowSize, rows, width));
      }
      at += width;
    }
    return start + rows * rowSize;
  }

  /** One of them. */
  public byte[] of(long seed) {
    Random random = new Random(seed);
    byte[] mutant = image.clone();
    int changes = 1 + random.nextInt(MOST_CHANGES);
    Cells often = columns.get(random.nextInt(columns.size()));
    for (int i = 0; i < changes; i++) {
      Cells column = random.nextBoolean() ? often : columns.get(random.nextInt(columns.size()));
      Cell cell = column.any(random);
      write(mutant, cell, value(random, read(cell), read(column.any(random))));
    }
    return mutant;
  }

  /** Returns a value that is zero, small, close to the old one, from another row, or anything. */
  private static int value(Random random, int was, int other) {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> random.nextInt(1 << 6);
      case 2 -> was ^ (1 << random.nextInt(3));
      case 3 -> was ^ random.nextInt(1 << 5);
      case 4 -> other;
      default -> random.nextInt();
    };
  }

  private int read(Cell cell) {
    int value = 0;
    for (int i = cell.width() - 1; i >= 0; i--) {
      value = (value << 8) | (image[cell.at() + i] & 0xff);
    }
    return value;
  }

  private static void write(byte[] mutant, Cell cell, int value) {
    for (int i = 0; i < cell.width(); i++) {
      mutant[cell.at() + i] = (byte) (value >>> (8 * i));
    }
  }
}
