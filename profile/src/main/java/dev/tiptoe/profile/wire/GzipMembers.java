// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Inflates gzip data: all members that follow each other, however they arrive, as gzip does (RFC
 * 1952). It ends where something else follows a member, and returns the position. {@link
 * java.util.zip.GZIPInputStream} stops behind a member when the next one has not arrived yet, does
 * not report what it leaves out, and calls itself for each member that is empty, until the stack
 * overflows. So this is the only reader of gzip data. Damaged data is a {@link ZipException} or an
 * {@link EOFException}. Not thread-safe.
 */
public final class GzipMembers extends BlockwiseInput {

  private static final int DEFLATE = 8;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;

  /** Time, extra flags and system of a header, which are of no interest. */
  private static final int UNUSED = 6;

  private final InputStream in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int end;

  /** The offset of the end of the buffer in the compressed data. */
  private long filled;

  private boolean inMember;
  private boolean hasEnded;
  private OptionalLong rest = OptionalLong.empty();

  /** Reads the header of the first member. The stream is not closed. */
  public GzipMembers(InputStream in) throws IOException {
    this.in = in;
    if (!hasMagic()) {
      throw new ZipException("not in gzip format");
    }
    header();
  }

  /** Returns whether bytes begin as gzip data does. */
  public static boolean isGzip(byte[] bytes) {
    return bytes.length > 1 && isMagic(bytes[0] & 0xff, bytes[1] & 0xff);
  }

  private static boolean isMagic(int first, int second) {
    return first == 0x1f && second == 0x8b;
  }

  /**
   * Returns the first bytes of what gzip data has in it, fewer where it ends before or is damaged.
   *
   * @throws ZipException when it does not begin with the header of a member
   */
  public static byte[] head(InputStream in, int most) throws IOException {
    byte[] head = new byte[most];
    int length = 0;
    try (GzipMembers members = new GzipMembers(in)) {
      try {
        for (int read = 0; read >= 0 && length < most; length += read > 0 ? read : 0) {
          read = members.read(head, length, most - length);
        }
      } catch (ZipException | EOFException e) {
        // The bytes before the damage are the head.
      }
    }
    return Arrays.copyOf(head, length);
  }

  /** Returns where what is no gzip data begins, in the compressed data; empty if nothing does. */
  OptionalLong rest() {
    return rest;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!hasEnded) {
      if (!inMember) {
        next();
      } else {
        int inflated = inflated(into, offset, length);
        if (inflated > 0) {
          return inflated;
        }
      }
    }
    return -1;
  }

  private int inflated(byte[] into, int offset, int length) throws IOException {
    try {
      int inflated = inflater.inflate(into, offset, length);
      crc.update(into, offset, inflated);
      if (inflater.finished()) {
        at = end - inflater.getRemaining();
        trailer();
      } else if (inflated == 0) {
        if (inflater.needsDictionary()) {
          throw new ZipException("it needs a dictionary");
        }
        require();
        inflater.setInput(buffer, at, end - at);
        at = end;
      }
      return inflated;
    } catch (DataFormatException e) {
      throw new ZipException(e.getMessage() == null ? "invalid data" : e.getMessage());
    }
  }

  private void trailer() throws IOException {
    long sum = u32();
    long size = u32();
    if (sum != crc.getValue() || size != (inflater.getBytesWritten() & 0xffffffffL)) {
      throw new ZipException("the checksum or the size of its contents is another");
    }
    inMember = false;
  }

  /** Begins the next member, if one follows. */
  private void next() throws IOException {
    if (at == end && !fill()) {
      hasEnded = true;
      return;
    }
    long place = filled - (end - at);
    if (hasMagic()) {
      header();
    } else {
      hasEnded = true;
      rest = OptionalLong.of(place);
    }
  }

  /** Reads two bytes, or one if there are no more, and returns whether a member begins so. */
  private boolean hasMagic() throws IOException {
    return u8() == 0x1f && (at < end || fill()) && isMagic(0x1f, u8());
  }

  private void header() throws IOException {
    if (u8() != DEFLATE) {
      throw new ZipException("it is compressed with another method than deflate");
    }
    int flags = u8();
    if ((flags & RESERVED) != 0) {
      throw new ZipException("its header has flags that are not defined");
    }
    skip(UNUSED);
    if ((flags & EXTRA) != 0) {
      skip(u8() | (u8() << 8));
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    if ((flags & HEADER_CRC) != 0) {
      skip(2);
    }
    inflater.reset();
    crc.reset();
    inMember = true;
  }

  private void skip(int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      u8();
    }
  }

  private void skipText() throws IOException {
    while (u8() != 0) {
      // A text ends with a zero.
    }
  }

  private long u32() throws IOException {
    long low = u8() | (u8() << 8);
    return low | (long) (u8() | (u8() << 8)) << 16;
  }

  private int u8() throws IOException {
    require();
    return buffer[at++] & 0xff;
  }

  private void require() throws IOException {
    if (at == end && !fill()) {
      throw new EOFException("it ends within a member");
    }
  }

  private boolean fill() throws IOException {
    int read = in.read(buffer, 0, buffer.length);
    if (read < 0) {
      return false;
    }
    at = 0;
    end = read;
    filled += read;
    return true;
  }

  /** Frees the memory of the inflater; the stream below stays open. */
  @Override
  public void close() {
    inflater.end();
  }
}
