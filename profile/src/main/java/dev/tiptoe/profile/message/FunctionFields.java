// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import dev.tiptoe.profile.wire.WireReader;
import dev.tiptoe.profile.wire.WireWriter;
import java.util.Arrays;

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

  /** Returns the index of its name. */
  public long name() {
    return values[0];
  }

  /** Returns the index of its system name. */
  public long system() {
    return values[1];
  }

  /** Returns the index of its file name. */
  public long file() {
    return values[2];
  }

  /** Returns its first line; 0 when unknown. */
  public long startLine() {
    return values[3];
  }

  /** Returns whether the message has only these fields, and indexes that fit into an int. */
  public boolean isPlain() {
    return isPlain && ((values[0] | values[1] | values[2]) & ~Integer.MAX_VALUE) == 0;
  }

  /** Writes a message with its length. */
  public void write(WireWriter out, long newId, int name, int system, int file, long startLine) {
    int field = hasId ? 2 : 1;
    long[] all = {name, system, file, startLine};
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
