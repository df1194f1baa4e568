// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.wire;

import dev.tiptoe.profile.ProfileFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Reads the wire format of protocol buffers. Every method takes the end of the enclosing message,
 * and nothing is read beyond it. Not thread-safe.
 *
 * <p>All of a file is never in memory: there is a window of it.
 */
public final class WireReader {

  /** The wire type of numbers. */
  public static final int VARINT = 0;

  /** The wire type of texts and messages. */
  public static final int LENGTH = 2;

  /** The wire type of numbers of eight bytes. */
  public static final int FIXED_64 = 1;

  private static final int GROUP_START = 3;
  private static final int GROUP_END = 4;
  private static final int FIXED_32 = 5;
  private static final int WINDOW = 1 << 18;
  private static final int LONGEST_VARINT = 10;

  /** As many as other readers of the format accept. */
  private static final int DEEPEST_GROUP = 100;

  private final ProfileBytes bytes;
  private final byte[] window;

  /** The position of the window in the file, its length, and the place of the next byte in it. */
  private long base;

  private int filled;
  private int at;

  /** Creates a reader at the beginning. */
  public WireReader(ProfileBytes bytes) {
    this.bytes = bytes;
    this.window = bytes.isInMemory() ? bytes.inMemory() : new byte[WINDOW];
    this.filled = bytes.isInMemory() ? window.length : 0;
  }

  /** Returns the bytes that are read. */
  public ProfileBytes bytes() {
    return bytes;
  }

  /** Returns the position of the next byte. */
  public long position() {
    return base + at;
  }

  /** Moves to a position, which must be in the file or at its end. */
  public void seek(long position) {
    long offset = position - base;
    if (offset >= 0 && offset <= filled) {
      at = (int) offset;
    } else {
      base = position;
      filled = 0;
      at = 0;
    }
  }

  /** Has the next {@code wanted} bytes in the window, as far as the file has them. */
  private void fill(int wanted) {
    if (filled - at >= wanted || bytes.isInMemory()) {
      return;
    }
    base += at;
    filled -= at;
    System.arraycopy(window, at, window, 0, filled);
    at = 0;
    try {
      filled += bytes.read(base + filled, window, filled, window.length - filled);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    bytes.reached(base);
  }

  private ProfileFormatException bad(String reason) {
    return bytes.bad(position(), reason);
  }

  /** Reads a number. */
  public long varint(long end) {
    // Most numbers have one byte.
    int first = at < filled && base + at < end ? window[at] : -1;
    if (first >= 0) {
      at++;
      return first;
    }
    return longVarint(end);
  }

  private long longVarint(long end) {
    fill(LONGEST_VARINT);
    int most = (int) Math.min(Math.min(end - base, filled), at + LONGEST_VARINT);
    int place = at;
    long value = 0;
    int shift = 0;
    while (place < most) {
      byte next = window[place++];
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        at = place;
        return value;
      }
      shift += 7;
    }
    throw bad(
        most - at == LONGEST_VARINT
            ? "a number has more than ten bytes"
            : "a number goes beyond the end of its message");
  }

  /** Reads the tag of a field: its number, shifted by three, and its wire type. */
  public int tag(long end) {
    long start = position();
    long tag = varint(end);
    if (tag >>> 3 == 0 || tag >>> Integer.SIZE != 0) {
      throw bytes.bad(start, "no field has the tag " + Long.toUnsignedString(tag));
    }
    return (int) tag;
  }

  /** Returns the number of the field with a tag. */
  public static int field(int tag) {
    return tag >>> 3;
  }

  /** Returns the tag of a text or a message. */
  public static int message(int field) {
    return (field << 3) | LENGTH;
  }

  /** Reads the length of a text or a message, which follows; returns its end. */
  public long enter(long end) {
    long start = position();
    long length = varint(end);
    if (length < 0 || length > end - position()) {
      throw bytes.bad(
          start,
          "a length of "
              + Long.toUnsignedString(length)
              + " goes beyond the "
              + (end - position())
              + " bytes of its message");
    }
    return position() + length;
  }

  /** Reads a number of eight bytes. */
  public long fixed64(long end) {
    if (end - position() < Long.BYTES) {
      throw bad("a number goes beyond the end of its message");
    }
    byte[] eight = bytesTo(position() + Long.BYTES);
    long value = 0;
    for (int i = Long.BYTES - 1; i >= 0; i--) {
      value = value << Byte.SIZE | (eight[i] & 0xff);
    }
    return value;
  }

  /** Skips the value behind a tag. */
  public void skip(int tag, long end) {
    switch (tag & 7) {
      case VARINT -> varint(end);
      case FIXED_64 -> skipBytes(Long.BYTES, end);
      case LENGTH -> seek(enter(end));
      case GROUP_START -> skipGroup(field(tag), end);
      case FIXED_32 -> skipBytes(Integer.BYTES, end);
      default -> throw bad("a field has wire type " + (tag & 7));
    }
  }

  private void skipBytes(int count, long end) {
    if (end - position() < count) {
      throw bad("a number goes beyond the end of its message");
    }
    seek(position() + count);
  }

  private void skipGroup(int field, long end) {
    int[] open = new int[DEEPEST_GROUP];
    int depth = 0;
    open[depth++] = field;
    while (depth > 0) {
      int tag = tag(end);
      if ((tag & 7) == GROUP_START) {
        if (depth == DEEPEST_GROUP) {
          throw bad("groups are nested more than " + DEEPEST_GROUP + " deep");
        }
        open[depth++] = field(tag);
      } else if ((tag & 7) == GROUP_END) {
        if (open[--depth] != field(tag)) {
          throw bad("a group ends that did not begin");
        }
      } else {
        skip(tag, end);
      }
    }
  }

  /** Reads the bytes up to a position; the caller has checked that they are few. */
  public byte[] bytesTo(long end) {
    int length = (int) (end - position());
    if (length <= WINDOW) {
      fill(length);
      if (filled - at < length) {
        throw bad("the file became shorter while it was read");
      }
      byte[] read = Arrays.copyOfRange(window, at, at + length);
      at += length;
      return read;
    }
    throw bad("a text of " + length + " bytes, where a short one is expected");
  }

  /** Returns whether the next bytes, up to a position, are these. */
  public boolean isNext(byte[] expected, long end) {
    if (end - position() != expected.length) {
      return false;
    }
    fill(expected.length);
    return Arrays.equals(
        window, at, Math.min(filled, at + expected.length), expected, 0, expected.length);
  }

  /** Returns a hash of the bytes up to a position, of which there are few. */
  public int hashTo(long end) {
    int length = (int) (end - position());
    fill(length);
    return hash(window, at, Math.min(at + length, filled));
  }

  /** Returns the hash of a text, as {@link #hashTo} does. */
  public static int hash(byte[] text) {
    return hash(text, 0, text.length);
  }

  private static int hash(byte[] bytes, int from, int to) {
    int hash = 0x811c9dc5;
    for (int i = from; i < to; i++) {
      hash = (hash ^ bytes[i]) * 0x01000193;
    }
    return hash ^ (hash >>> 15);
  }
}
