// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.wire;

import dev.tiptoe.profile.ProfileFormatException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a profile, uncompressed: in memory while they are few, else in a file. What comes
 * from a pipe or is compressed goes to a temporary file, which is deleted when this is closed. Only
 * this class reads files. Not thread-safe.
 */
public final class ProfileBytes implements AutoCloseable {

  /** Bytes that are kept in memory. */
  static final int IN_MEMORY = 32 << 20;

  private static final int COPIED_AT_ONCE = 1 << 16;

  private final String name;
  private final byte[] memory;
  private final @Nullable FileChannel file;
  private final long size;
  private final boolean compressed;
  private OptionalLong ignoredFrom = OptionalLong.empty();
  private LongConsumer reached = position -> {};

  /** What {@link #readShort} has kept. */
  private byte[] recent = {};

  private long recentStart;
  private int recentLength;

  private ProfileBytes(
      String name, byte[] memory, @Nullable FileChannel file, long size, boolean compressed) {
    this.name = name;
    this.memory = memory;
    this.file = file;
    this.size = size;
    this.compressed = compressed;
  }

  /** Opens a file, which must not change until this is closed. */
  public static ProfileBytes open(Path path) throws IOException {
    return open(path, position -> {});
  }

  /**
   * The same, with its progress.
   *
   * @param inflated takes in how many bytes of a compressed file have been inflated
   */
  public static ProfileBytes open(Path path, LongConsumer inflated) throws IOException {
    String name = path.toString();
    if (!Files.isRegularFile(path)) {
      try (InputStream in = Files.newInputStream(path)) {
        return read(in, name);
      }
    }
    FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
    try {
      ProfileBytes plain = new ProfileBytes(name, new byte[0], file, file.size(), false);
      byte[] head = new byte[2];
      if (plain.read(0, head, 0, head.length) < head.length || !GzipMembers.isGzip(head)) {
        return plain;
      }
    } catch (IOException e) {
      file.close();
      throw e;
    }
    try (InputStream in = Channels.newInputStream(file)) {
      return read(reporting(in, inflated), name);
    }
  }

  private static InputStream reporting(InputStream in, LongConsumer reached) {
    return new BlockwiseInput() {
      private long position;

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        int read = in.read(into, offset, length);
        position += Math.max(0, read);
        reached.accept(position);
        return read;
      }
    };
  }

  /**
   * Reads a stream to its end, or to the end of its gzip data. What does not fit into memory goes
   * to a temporary file, up to a limit: 2 GiB for one message, 8 GiB for a file of several, and
   * half of what is free in the folder for temporary files.
   *
   * @param name the name of the input, for error messages
   * @throws ProfileFormatException when it has more bytes, or its gzip data is damaged
   */
  public static ProfileBytes read(InputStream in, String name) throws IOException {
    byte[] head = in.readNBytes(2);
    InputStream whole = new SequenceInputStream(new ByteArrayInputStream(head), in);
    return GzipMembers.isGzip(head)
        ? inflated(whole, name)
        : spooled(whole, name, new Spool(name, false));
  }

  private static ProfileBytes inflated(InputStream in, String name) throws IOException {
    try (GzipMembers members = new GzipMembers(in)) {
      ProfileBytes bytes = spooled(members, name, new Spool(name, true));
      bytes.ignoredFrom = members.rest();
      return bytes;
    } catch (ZipException | EOFException e) {
      throw new ProfileFormatException(name, 0, "the gzip data is damaged: " + e.getMessage());
    }
  }

  /** Reads a stream; what does not fit into memory goes to a file. */
  static ProfileBytes spooled(InputStream in, String name, Spool spool) throws IOException {
    byte[] first = in.readNBytes(IN_MEMORY);
    return first.length < IN_MEMORY
        ? new ProfileBytes(name, first, null, first.length, spool.compressed())
        : ofFile(name, spool.copy(first, in), spool.compressed());
  }

  private static ProfileBytes ofFile(String name, FileChannel file, boolean compressed)
      throws IOException {
    return new ProfileBytes(name, new byte[0], file, file.size(), compressed);
  }

  /** Returns bytes in memory. */
  public static ProfileBytes of(byte[] bytes, String name) {
    return new ProfileBytes(name, bytes, null, bytes.length, false);
  }

  /** Has a listener take in how far streams and readers of these bytes come. */
  public void onRead(LongConsumer listener) {
    reached = listener;
  }

  /** Reports a position to the listener. */
  void reached(long position) {
    reached.accept(position);
  }

  /** Returns the name of the input. */
  public String name() {
    return name;
  }

  /** Returns the number of bytes. */
  public long size() {
    return size;
  }

  /** Returns whether the input was compressed, with gzip. */
  public boolean isCompressed() {
    return compressed;
  }

  /**
   * Returns where in the compressed input something begins that is no gzip data, which is left out;
   * empty if nothing follows the gzip data.
   */
  public OptionalLong ignoredFrom() {
    return ignoredFrom;
  }

  /** Returns the bytes at the beginning, at most so many. */
  public byte[] head(int most) throws IOException {
    byte[] head = new byte[(int) Math.min(most, size)];
    return Arrays.copyOf(head, read(0, head, 0, head.length));
  }

  /** Returns a few bytes at a position. */
  public byte[] range(long position, int length) throws IOException {
    byte[] range = new byte[length];
    if (read(position, range, 0, length) < length) {
      throw bad(position, "the file became shorter while it was read");
    }
    return range;
  }

  /** Returns a stream of all bytes, which need not be closed. */
  public InputStream stream() {
    return new BlockwiseInput() {
      private long at;

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        int read = ProfileBytes.this.read(at, into, offset, length);
        at += read;
        reached.accept(at);
        return read == 0 && length > 0 ? -1 : read;
      }
    };
  }

  /** Returns four bytes as a number, the highest first. */
  public int intAt(long position) throws IOException {
    byte[] four = new byte[Integer.BYTES];
    if (read(position, four, 0, four.length) < four.length) {
      throw bad(position, "the file became shorter while it was read");
    }
    return ByteBuffer.wrap(four).getInt();
  }

  /** Returns an exception about a place in these bytes. */
  public ProfileFormatException bad(long offset, String reason) {
    return new ProfileFormatException(name, offset, reason);
  }

  /** Returns all bytes if they are in memory; else none. */
  byte[] inMemory() {
    return memory;
  }

  boolean isInMemory() {
    return file == null;
  }

  /** Reads as many bytes as there are, at most {@code length}; returns their number. */
  int read(long position, byte[] into, int offset, int length) throws IOException {
    if (file == null) {
      int read = (int) Math.max(0, Math.min(length, size - position));
      System.arraycopy(memory, (int) Math.min(position, size), into, offset, read);
      return read;
    }
    int wanted = (int) Math.max(0, Math.min(length, size - position));
    ByteBuffer buffer = ByteBuffer.wrap(into, offset, wanted);
    while (buffer.hasRemaining()) {
      if (file.read(buffer, position + buffer.position() - offset) < 0) {
        break;
      }
    }
    return buffer.position() - offset;
  }

  /**
   * Reads a short range for copying. Such ranges follow each other closely, so more than the range
   * is read from a file and kept.
   */
  void readShort(long position, byte[] into, int offset, int length) throws IOException {
    if (file == null) {
      System.arraycopy(memory, (int) position, into, offset, length);
      return;
    }
    if (position < recentStart || position + length > recentStart + recentLength) {
      if (recent.length == 0) {
        recent = new byte[2 * COPIED_AT_ONCE];
      }
      recentStart = position;
      recentLength = read(position, recent, 0, recent.length);
      if (recentLength < length) {
        throw bad(position, "the file became shorter while it was read");
      }
    }
    System.arraycopy(recent, (int) (position - recentStart), into, offset, length);
  }

  /** Writes the bytes of a range. */
  public void copy(long from, long to, OutputStream out) throws IOException {
    if (file == null) {
      out.write(memory, (int) from, (int) (to - from));
      return;
    }
    byte[] some = new byte[(int) Math.min(COPIED_AT_ONCE, to - from)];
    for (long at = from; at < to; ) {
      int read = read(at, some, 0, (int) Math.min(some.length, to - at));
      if (read == 0) {
        throw bad(at, "the file became shorter while it was read");
      }
      out.write(some, 0, read);
      at += read;
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
