// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import com.google.gson.stream.JsonWriter;
import dev.tiptoe.profile.wire.WireWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.IntToLongFunction;

/**
 * The arrays of numbers of a page, one after the other. A number takes 7 bits a byte, the lowest
 * first; the highest bit of a byte means that another follows. Not thread-safe. Retains all bytes.
 */
final class PackedNumbers {

  /** How the numbers of an array follow from those that are stored. */
  private record Layout(String name, int count, long offset, boolean sum, long first, long scale) {}

  private final List<Layout> arrays = new ArrayList<>();
  private final List<byte[]> full = new ArrayList<>();
  private byte[] block = new byte[1 << 16];
  private int used;
  private long before;

  /** Adds an array of small numbers that are not negative. */
  void add(String name, int count, IntToLongFunction values) {
    add(new Layout(name, count, before + used, false, 0, 0), values);
  }

  /** Adds an array of ascending small numbers, which are stored as differences. */
  void addAscending(String name, int count, IntToLongFunction values) {
    addAscendingScaled(name, count, 0, values);
  }

  /** Adds an array of large numbers, which are multiples of {@code scale}. */
  void addScaled(String name, int count, long scale, IntToLongFunction multiples) {
    add(new Layout(name, count, before + used, false, 0, scale), multiples);
  }

  /**
   * Adds an array of large ascending numbers, which are multiples of {@code scale}. The first ones
   * may be negative.
   */
  void addAscendingScaled(String name, int count, long scale, IntToLongFunction multiples) {
    long first = count == 0 ? 0 : multiples.applyAsLong(0);
    add(new Layout(name, count, before + used, true, first, scale), multiples);
  }

  private void add(Layout layout, IntToLongFunction values) {
    arrays.add(layout);
    long last = layout.first();
    for (int i = 0; i < layout.count(); i++) {
      long value = values.applyAsLong(i);
      put(layout.sum() ? value - last : value);
      last = value;
    }
  }

  private void put(long number) {
    if (number < 0) {
      throw new IllegalArgumentException(number + " is negative");
    }
    if (used > block.length - WireWriter.LONGEST_VARINT) {
      full.add(Arrays.copyOf(block, used));
      before += used;
      used = 0;
    }
    used = WireWriter.put(number, block, used);
  }

  /** Writes the layout of the arrays as a member of the header. */
  void writeLayout(JsonWriter json) throws IOException {
    json.name("arrays").beginObject();
    for (Layout array : arrays) {
      json.name(array.name()).beginObject();
      json.name("count").value(array.count());
      json.name("offset").value(array.offset());
      json.name("sum").value(array.sum());
      json.name("first").value(array.first());
      json.name("scale").value(array.scale());
      json.endObject();
    }
    json.endObject();
  }

  /** Writes the arrays, and reports how much of them is written. */
  void writeTo(OutputStream out, DoubleConsumer share) throws IOException {
    for (int i = 0; i < full.size(); i++) {
      out.write(full.get(i));
      share.accept((i + 1.0) / (full.size() + 1));
    }
    out.write(block, 0, used);
  }
}
