// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Writes the native format of ReadyToRun images: numbers, sparse arrays and hash tables.
 *
 * <p>Source: "Native Format" in readytorun-format.md.
 */
public final class NativeFormat {

  private static final int BLOCK = 16;

  /** An entry of a hash table. */
  static final class Entry {

    private final int hash;
    private final byte[] value;

    Entry(int hash, byte... value) {
      this.hash = hash;
      this.value = value;
    }
  }

  private NativeFormat() {}

  /** An unsigned number, as short as it goes. */
  public static byte[] unsigned(int value) {
    int bytes = 1;
    while (bytes < 5 && value >>> (7 * bytes) != 0) {
      bytes++;
    }
    return in(bytes, value);
  }

  /** A signed number, as short as it goes. */
  public static byte[] signed(int value) {
    int bytes = 1;
    while (bytes < 5 && (value << (32 - 7 * bytes)) >> (32 - 7 * bytes) != value) {
      bytes++;
    }
    return in(bytes, value);
  }

  private static byte[] in(int bytes, int value) {
    if (bytes == 5) {
      return new LittleEndian().u1(0x0f).u4(value).toArray();
    }
    // The lowest bits give the number of bytes that follow, as as many ones.
    int all = (value << bytes) | ((1 << (bytes - 1)) - 1);
    LittleEndian number = new LittleEndian();
    for (int i = 0; i < bytes; i++) {
      number.u1(all >>> (8 * i));
    }
    return number.toArray();
  }

  /**
   * A sparse array.
   *
   * @param count elements, existing or not
   * @param elements those that exist
   * @param width bytes of an offset in its index: 1, 2 or 4
   */
  public static byte[] array(int count, Map<Integer, byte[]> elements, int width) {
    int blocks = (count + BLOCK - 1) / BLOCK;
    LittleEndian index = new LittleEndian();
    LittleEndian trees = new LittleEndian();
    for (int block = 0; block < blocks; block++) {
      offset(index, blocks * width + trees.size(), width);
      trees.bytes(tree(elements, block * BLOCK, BLOCK));
    }
    return new LittleEndian()
        .bytes(unsigned((count << 2) | Integer.numberOfTrailingZeros(width)))
        .bytes(index.toArray())
        .bytes(trees.toArray())
        .toArray();
  }

  private static byte[] tree(Map<Integer, byte[]> elements, int first, int size) {
    List<Integer> here =
        elements.keySet().stream().filter(i -> i >= first && i < first + size).toList();
    if (size == 1) {
      return element(elements, first);
    }
    if (here.isEmpty()) {
      // A leaf for an element that no block has.
      return unsigned(BLOCK << 2);
    }
    if (here.size() == 1) {
      int only = here.get(0);
      return new LittleEndian()
          .bytes(unsigned((only % BLOCK) << 2))
          .bytes(element(elements, only))
          .toArray();
    }
    return node(elements, first, size / 2, here);
  }

  private static byte[] element(Map<Integer, byte[]> elements, int index) {
    return elements.getOrDefault(index, new byte[0]);
  }

  private static byte[] node(
      Map<Integer, byte[]> elements, int first, int half, List<Integer> here) {
    boolean hasLower = here.stream().anyMatch(i -> i < first + half);
    boolean hasHigher = here.stream().anyMatch(i -> i >= first + half);
    byte[] lower = hasLower ? tree(elements, first, half) : new byte[0];
    byte[] higher = hasHigher ? tree(elements, first + half, half) : new byte[0];
    byte[] number;
    int length = 0;
    do {
      // The number includes its own length.
      length++;
      int skip = hasHigher ? length + lower.length : 0;
      number = unsigned((skip << 2) | (hasHigher ? 2 : 0) | (hasLower ? 1 : 0));
    } while (number.length != length);
    return new LittleEndian().bytes(number).bytes(lower).bytes(higher).toArray();
  }

  /**
   * A hash table.
   *
   * @param bucketShift the binary logarithm of the number of buckets
   * @param width bytes of an offset in its index: 1, 2 or 4
   */
  static byte[] hashtable(List<Entry> entries, int bucketShift, int width) {
    int buckets = 1 << bucketShift;
    List<Entry> sorted = new ArrayList<>(entries);
    sorted.sort(
        Comparator.comparingInt(entry -> (bucket(entry, buckets) << 8) | (entry.hash & 0xff)));
    // One byte of hash and five of offset for each.
    int valuesAt = (buckets + 1) * width + 6 * sorted.size();
    LittleEndian index = new LittleEndian();
    LittleEndian heads = new LittleEndian();
    LittleEndian values = new LittleEndian();
    int next = 0;
    for (int bucket = 0; bucket <= buckets; bucket++) {
      offset(index, (buckets + 1) * width + heads.size(), width);
      while (next < sorted.size() && bucket(sorted.get(next), buckets) == bucket) {
        Entry entry = sorted.get(next++);
        heads.u1(entry.hash);
        int at = (buckets + 1) * width + heads.size();
        heads.bytes(in(5, valuesAt + values.size() - at));
        values.bytes(entry.value);
      }
    }
    return new LittleEndian()
        .u1((bucketShift << 2) | Integer.numberOfTrailingZeros(width))
        .bytes(index.toArray())
        .bytes(heads.toArray())
        .bytes(values.toArray())
        .toArray();
  }

  private static int bucket(Entry entry, int buckets) {
    return (entry.hash >>> 8) & (buckets - 1);
  }

  private static void offset(LittleEndian index, int offset, int width) {
    if (width < 4 && offset >>> (8 * width) != 0) {
      throw new IllegalArgumentException(offset + " does not fit " + width + " bytes");
    }
    if (width == 1) {
      index.u1(offset);
    } else {
      index.number(offset, width);
    }
  }
}
