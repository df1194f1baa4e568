// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.frame;

import dev.tiptoe.profile.wire.WireReader;
import dev.tiptoe.profile.wire.WireWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A Function message: an ID in pprof only, then the indexes of its name, its system name and its
 * file name in the string table, and its first line. Reused for all messages of a table. Not
 * thread-safe.
 */
public final class FunctionFields {

  private static final int VALUES = 4;

  private final boolean hasId;
  private final long[] values = new long[VALUES];
  private long id;
  private boolean isPlain;

  /** Creates the fields for a format whose functions have IDs, or have none. */
  public FunctionFields(boolean hasId) {
    this.hasId = hasId;
  }

  /** Reads a message. */
  public void read(WireReader in, long end) {
    id = 0;
    isPlain = true;
    Arrays.fill(values, 0);
    while (in.position() < end) {
      int tag = in.tag(end);
      int value = WireReader.field(tag) - (hasId ? 2 : 1);
      if ((tag & 7) != WireReader.VARINT || value < (hasId ? -1 : 0) || value >= VALUES) {
        isPlain = false;
        in.skip(tag, end);
      } else if (value < 0) {
        id = in.varint(end);
      } else {
        values[value] = in.varint(end);
      }
    }
  }

  /** Returns the ID. */
  public long id() {
    return id;
  }

  /** Returns the function, unless it has more to it. */
  Functions.@Nullable Function plain() {
    if (!isPlain || ((values[0] | values[1] | values[2]) & ~Integer.MAX_VALUE) != 0) {
      return null;
    }
    return new Functions.Function((int) values[0], (int) values[1], (int) values[2], values[3]);
  }

  /** Writes a message with its length. */
  void write(WireWriter out, long newId, Functions.Function function) {
    int field = hasId ? 2 : 1;
    long[] all = {function.name(), function.system(), function.file(), function.startLine()};
    int size = hasId ? WireWriter.sizeOfNumber(1, newId) : 0;
    for (int i = 0; i < VALUES; i++) {
      size += WireWriter.sizeOfNumber(field + i, all[i]);
    }
    out.varint(size);
    if (hasId) {
      out.number(1, newId);
    }
    for (int i = 0; i < VALUES; i++) {
      out.number(field + i, all[i]);
    }
  }
}
