// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A read-only window onto a file's bytes: little-endian, read at offsets from the window's
 * beginning, with its place in the file.
 *
 * <p>The bytes are in memory, or in a file that is read on demand; {@link #inMemory} reads a window
 * once. A file is open only while it is read. Reading outside the window throws {@link
 * MetadataFormatException}. So does reading from a file that was changed since it was opened; bytes
 * that are in memory by then stay readable.
 *
 * <p>Immutable and thread-safe.
 */
public final class Bytes {

  /** The result of {@link #copyAscii} when there is a byte that is not ASCII. */
  public static final int NOT_ASCII = -1;

  /** How far {@link #copyAscii} may write beyond the copied bytes. */
  public static final int OVERRUN = 8;

  private static final VarHandle U16 = view(short[].class);
  private static final VarHandle I32 = view(int[].class);
  private static final VarHandle I64 = view(long[].class);

  private static final byte[] NONE = {};

  private final String file;

  /** The bytes around the window; empty when they are stored. */
  private final byte[] memory;

  /** The source of bytes that are read on demand; null when the bytes are in memory. */
  private final @Nullable Stored stored;

  /** The offset in the file of the first byte in memory. */
  private final int origin;

  /** The beginning of the window, in memory or in the stored bytes. */
  private final int start;

  private final int length;

  private Bytes(
      String file, byte[] memory, @Nullable Stored stored, int origin, int start, int length) {
    this.file = file;
    this.memory = memory;
    this.stored = stored;
    this.origin = origin;
    this.start = start;
    this.length = length;
  }

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Returns the result of {@code reading} for a window onto a whole file, which is read on demand.
   * The file is open during that call, and opened again later whenever bytes are read that are not
   * in memory.
   *
   * @throws IOException when the file cannot be read
   * @throws MetadataFormatException when it is not a regular file, is empty or larger than 2 GiB,
   *     or was changed meanwhile
   */
  public static <T> T open(Path path, Function<Bytes, T> reading) throws IOException {
    return StoredFile.open(path, reading);
  }

  /** Returns a window onto a whole file, which is read on demand. */
  public static Bytes open(Path path) throws IOException {
    return open(path, Function.identity());
  }

  /**
   * Reads a whole file into memory.
   *
   * @throws IOException when the file cannot be read
   * @throws MetadataFormatException when it is not a regular file, is empty or larger than 2 GiB,
   *     or does not fit into memory
   */
  public static Bytes read(Path path) throws IOException {
    return open(path, Bytes::inMemory);
  }

  /** Returns a window onto all stored bytes. */
  static Bytes of(Stored stored) {
    return new Bytes(stored.name(), NONE, stored, 0, 0, stored.size());
  }

  /**
   * Returns a window onto all of {@code buffer}, from its position to its limit, whose bytes must
   * not change; {@code file} names it in errors. The bytes are not copied if the buffer has an
   * array.
   */
  public static Bytes of(String file, ByteBuffer buffer) {
    if (buffer.hasArray()) {
      int start = buffer.arrayOffset() + buffer.position();
      return new Bytes(file, buffer.array(), null, -start, start, buffer.remaining());
    }
    return of(new StoredBuffer(file, buffer.slice()));
  }

  /**
   * Returns a window onto all of {@code bytes}, which must not change; {@code file} names it in
   * errors.
   */
  public static Bytes of(String file, byte[] bytes) {
    return new Bytes(file, bytes, null, 0, 0, bytes.length);
  }

  /**
   * Returns the same window in memory, for many reads; this one when it is there already.
   *
   * @throws MetadataFormatException when the file cannot be read or was changed since it was
   *     opened, or when the window does not fit into memory
   */
  public Bytes inMemory() {
    if (stored == null) {
      return this;
    }
    try {
      return new Bytes(file, stored.bytes(this, start, length), null, start, 0, length);
    } catch (OutOfMemoryError e) {
      // The failed allocation of one array harms nothing else.
      throw damaged(0, "there is no memory for " + length + " bytes");
    }
  }

  /** Returns a few stored bytes, in memory. */
  private static Bytes near(Bytes window, Stored stored, int at, int length) {
    Stored.Chunk chunk = stored.chunk(window, window.check(at, length), length);
    int place = window.start + at - chunk.start;
    return new Bytes(window.file, chunk.bytes, null, chunk.start, place, length);
  }

  /** Returns the name of the file for errors. */
  public String file() {
    return file;
  }

  /** Returns the same window with {@code name} for errors; offsets stay those in the file. */
  public Bytes named(String name) {
    return new Bytes(name, memory, stored, origin, start, length);
  }

  /** Returns the number of bytes in this window. */
  public int length() {
    return length;
  }

  /** Returns the offset in the file of the window's byte {@code at}. */
  public long fileOffset(int at) {
    return (long) origin + start + at;
  }

  /** Returns the unsigned byte at {@code at}. */
  public int u8(int at) {
    return stored == null ? memory[check(at, 1)] & 0xff : near(this, stored, at, 1).u8(0);
  }

  /** Returns the unsigned byte at {@code at}, which must lie in this window; saves one check. */
  int u8Inside(int at) {
    return stored == null ? memory[start + at] & 0xff : u8(at);
  }

  /** Returns the unsigned 16-bit number at {@code at}. */
  public int u16(int at) {
    return stored == null
        ? (short) U16.get(memory, check(at, 2)) & 0xffff
        : near(this, stored, at, 2).u16(0);
  }

  /** Returns the 32-bit number at {@code at}. */
  public int i32(int at) {
    return stored == null ? (int) I32.get(memory, check(at, 4)) : near(this, stored, at, 4).i32(0);
  }

  /** Returns the 64-bit number at {@code at}. */
  public long i64(int at) {
    return stored == null ? (long) I64.get(memory, check(at, 8)) : near(this, stored, at, 8).i64(0);
  }

  /**
   * The GUID at {@code at}: three little-endian numbers, then eight bytes in order.
   *
   * @ecma II.24.2.5
   */
  public UUID guid(int at) {
    long low = i64(at);
    long high = (low << 32) | ((low >>> 32 & 0xffff) << 16) | (low >>> 48);
    return new UUID(high, Long.reverseBytes(i64(at + 8)));
  }

  /**
   * Returns the 32-bit number at {@code at} as an offset or a size, which in a supported file never
   * exceeds 2 GiB.
   */
  public int size(int at) {
    int value = i32(at);
    if (value < 0) {
      throw damaged(
          at, "offset or size " + Integer.toUnsignedString(value) + " is beyond any file");
    }
    return value;
  }

  /** Returns a narrower window. */
  public Bytes slice(int at, int length) {
    if (length < 0) {
      throw damaged(at, "negative length " + length);
    }
    return new Bytes(file, memory, stored, origin, check(at, length), length);
  }

  /** Returns a narrower window, as much of it as lies within this one. */
  public Bytes sliceUpTo(int at, int length) {
    int from = Math.min(Math.max(at, 0), this.length);
    int most = Math.min(Math.max(length, 0), this.length - from);
    return new Bytes(file, memory, stored, origin, start + from, most);
  }

  /** Returns the offset of the first zero byte from {@code at} on, or the window's end. */
  public int findZero(int at) {
    return findZero(at, Integer.MAX_VALUE);
  }

  /**
   * Returns the offset of the first zero byte among the {@code most} from {@code at} on, or their
   * end.
   */
  public int findZero(int at, int most) {
    int from = check(at, 0);
    int count = Math.min(most, length - at);
    return stored == null
        ? Scan.findZero(memory, from, from + count) - start
        : findStoredZero(at, at + count);
  }

  private int findStoredZero(int at, int end) {
    int from = at;
    while (from < end) {
      Bytes part = slice(from, Math.min(Stored.CHUNK, end - from)).inMemory();
      int zero = part.findZero(0);
      from += zero;
      if (zero < part.length) {
        return from;
      }
    }
    return from;
  }

  /**
   * Returns the UTF-8 text of {@code length} bytes; each maximal ill-formed part becomes U+FFFD.
   */
  public String utf8(int at, int length) {
    byte[] text = copy(at, length);
    for (int i = 1; i < length; i++) {
      // An encoded surrogate is three ill-formed parts to Unicode and .NET, one to Java. With a
      // byte that is ill-formed anywhere, they are three to Java too.
      if (text[i - 1] == (byte) 0xed && (text[i] & 0xe0) == 0xa0) {
        text[i - 1] = (byte) 0xff;
      }
    }
    return new String(text, StandardCharsets.UTF_8);
  }

  /** Returns the UTF-16 text of {@code length} characters; it may hold unpaired surrogates. */
  public String utf16(int at, int length) {
    if (length < 0) {
      throw missing(at, length, this.length);
    }
    check(at, 2 * length);
    if (stored != null) {
      return slice(at, 2 * length).inMemory().utf16(0, length);
    }
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      text[i] = (char) u16(at + 2 * i);
    }
    return new String(text);
  }

  /**
   * Copies the bytes from {@code at} on to {@code place} in {@code to}, up to the first zero byte,
   * the window's end, or the last place but {@link #OVERRUN} of {@code to}: what is behind the copy
   * there may be overwritten.
   *
   * @return the number of bytes copied, or {@link #NOT_ASCII}
   */
  public int copyAscii(int at, byte[] to, int place) {
    int from = check(at, 0);
    int most = Math.min(length - at, to.length - OVERRUN - place);
    return stored == null
        ? Scan.copyAscii(memory, from, from + most, to, place)
        : slice(at, most).inMemory().copyAscii(0, to, place);
  }

  /** Returns a copy of {@code length} bytes. */
  public byte[] copy(int at, int length) {
    int from = check(at, length);
    return stored == null
        ? Arrays.copyOfRange(memory, from, from + length)
        : stored.bytes(this, from, length);
  }

  /** Returns whether {@code length} bytes at {@code at} equal those of another window. */
  public boolean regionEquals(int at, Bytes other, int otherAt, int length) {
    int mine = check(at, length);
    int others = other.check(otherAt, length);
    return (stored == null && other.stored == null)
        ? Arrays.equals(memory, mine, mine + length, other.memory, others, others + length)
        : slice(at, length)
            .inMemory()
            .regionEquals(0, other.slice(otherAt, length).inMemory(), 0, length);
  }

  /** Returns whether this window has the same bytes as another. */
  public boolean sameAs(Bytes other) {
    return length == other.length && regionEquals(0, other, 0, length);
  }

  /**
   * Returns an exception about the byte at {@code at}, or about the end of the window nearest to
   * it.
   */
  public MetadataFormatException damaged(int at, String reason) {
    long offset = fileOffset(Math.min(Math.max(at, 0), length));
    return new MetadataFormatException(Kind.DAMAGED, file, offset, reason);
  }

  /** Returns an exception for a file that is not managed. */
  public MetadataFormatException notManaged(int at, String reason) {
    return new MetadataFormatException(Kind.NOT_MANAGED, file, fileOffset(at), reason);
  }

  /** Returns an exception about bytes of which some are missing before {@code end}. */
  MetadataFormatException missing(int at, int count, int end) {
    String reason = count + " bytes wanted, " + Math.max(0, end - at) + " are left";
    return damaged(at, count == 0 ? "an offset behind the end" : reason);
  }

  private int check(int at, int count) {
    if ((at | count) < 0 || at > length - count) {
      throw missing(at, count, length);
    }
    return start + at;
  }
}
