// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * A read-only window onto a file's bytes: little-endian, read at offsets from the window's
 * beginning, aware of where it lies in the file.
 *
 * <p>Reading outside the window throws {@link MetadataFormatException}. Immutable; any number of
 * threads may read. A window of a mapped file keeps the mapping alive until the last window of it
 * is unreachable.
 */
public final class Bytes {

  /** What {@link #copyAscii} answers when it met a byte that is not ASCII. */
  public static final int NOT_ASCII = -1;

  /** How far {@link #copyAscii} may write beyond what it copies. */
  public static final int OVERRUN = 8;

  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long LOWEST_BITS = 0x0101010101010101L;
  private static final long HIGHEST_BITS = 0x8080808080808080L;

  private final String file;
  private final ByteBuffer buffer;
  private final int start;
  private final int length;
  private final Tripwire tripwire;

  private Bytes(String file, ByteBuffer buffer, Tripwire tripwire, int start, int length) {
    this.file = file;
    this.buffer = buffer;
    this.tripwire = tripwire;
    this.start = start;
    this.length = length;
  }

  /**
   * Maps a whole file: nothing is read before it is asked for.
   *
   * <p>Java cannot unmap. The file is released when no window of it is reachable and the garbage
   * collector has found that out; until then Windows lets nobody replace it, and whoever truncates
   * it takes away what was mapped. Where that matters, {@link #read}.
   *
   * @throws IOException when the file cannot be read
   * @throws MetadataFormatException when it is no regular file, is empty or larger than 2 GiB
   */
  public static Bytes map(Path path) throws IOException {
    return from(
        path,
        (file, size) -> {
          ByteBuffer mapped = file.map(FileChannel.MapMode.READ_ONLY, 0, size);
          return of(path.toString(), mapped, Tripwire.of(mapped));
        });
  }

  /**
   * Reads a whole file into memory, outside the heap; the file is released before this returns.
   *
   * @throws IOException when the file cannot be read
   * @throws MetadataFormatException when it is no regular file, is empty or larger than 2 GiB
   */
  public static Bytes read(Path path) throws IOException {
    return from(
        path,
        (file, size) -> {
          ByteBuffer all = ByteBuffer.allocateDirect(size);
          while (all.hasRemaining() && file.read(all) >= 0) {
            // A file that shrinks meanwhile gives what there is.
          }
          return of(path.toString(), all.flip());
        });
  }

  /** A way to the bytes of an open file. */
  private interface Access {
    Bytes to(FileChannel file, int size) throws IOException;
  }

  private static Bytes from(Path path, Access access) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // To open a FIFO is to wait for a writer that may never come.
      throw new MetadataFormatException(Kind.NOT_MANAGED, path.toString(), 0, "not a regular file");
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size == 0) {
        throw new MetadataFormatException(Kind.NOT_MANAGED, path.toString(), 0, "empty file");
      }
      if (size > Integer.MAX_VALUE) {
        String reason = "larger than 2 GiB (" + size + " bytes)";
        throw new MetadataFormatException(Kind.NOT_MANAGED, path.toString(), 0, reason);
      }
      return access.to(channel, (int) size);
    }
  }

  /**
   * A window onto all of {@code buffer}, from its position to its limit; {@code file} names it in
   * errors.
   */
  public static Bytes of(String file, ByteBuffer buffer) {
    return of(file, buffer, Tripwire.NONE);
  }

  private static Bytes of(String file, ByteBuffer buffer, Tripwire tripwire) {
    ByteBuffer own = buffer.slice().asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    return new Bytes(file, own, tripwire, 0, own.limit());
  }

  /** A window onto all of {@code bytes}, which must not change; {@code file} names it in errors. */
  public static Bytes of(String file, byte[] bytes) {
    return of(file, ByteBuffer.wrap(bytes));
  }

  /** The name of the file, as it is used in errors. */
  public String file() {
    return file;
  }

  /** The same window, called {@code name} in errors; offsets stay those in the file. */
  public Bytes named(String name) {
    return new Bytes(name, buffer, tripwire, start, length);
  }

  /** Bytes in this window. */
  public int length() {
    return length;
  }

  /** Where the window's byte {@code at} lies in the file. */
  public long fileOffset(int at) {
    return (long) start + at;
  }

  /** The unsigned byte at {@code at}. */
  public int u8(int at) {
    return buffer.get(check(at, 1)) & 0xff;
  }

  /** The unsigned byte at {@code at}, which lies in this window: one check less. */
  int u8Inside(int at) {
    return buffer.get(start + at) & 0xff;
  }

  /** The unsigned 16-bit number at {@code at}. */
  public int u16(int at) {
    return buffer.getShort(check(at, 2)) & 0xffff;
  }

  /** The 32-bit number at {@code at}. */
  public int i32(int at) {
    return buffer.getInt(check(at, 4));
  }

  /** The 64-bit number at {@code at}. */
  public long i64(int at) {
    return buffer.getLong(check(at, 8));
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
   * The 32-bit number at {@code at}, as an offset or a size, which no file of ours has above 2 GiB.
   */
  public int size(int at) {
    int value = i32(at);
    if (value < 0) {
      throw damaged(
          at, "offset or size " + Integer.toUnsignedString(value) + " is beyond any file");
    }
    return value;
  }

  /** A narrower window. */
  public Bytes slice(int at, int length) {
    if (length < 0) {
      throw damaged(at, "negative length " + length);
    }
    return new Bytes(file, buffer, tripwire, check(at, length), length);
  }

  /** A narrower window, as much of it as lies within this one. */
  public Bytes sliceUpTo(int at, int length) {
    int from = Math.min(Math.max(at, 0), this.length);
    return new Bytes(
        file, buffer, tripwire, start + from, Math.min(Math.max(length, 0), this.length - from));
  }

  /** The offset of the first zero byte from {@code at} on, or the window's end. */
  public int findZero(int at) {
    return findZero(at, Integer.MAX_VALUE);
  }

  /** The offset of the first zero byte among the {@code most} from {@code at} on, or their end. */
  public int findZero(int at, int most) {
    int i = check(at, 0);
    int end = i + Math.min(most, length - at);
    for (; i <= end - Long.BYTES; i += Long.BYTES) {
      long eight = buffer.getLong(i);
      long zero = (eight - LOWEST_BITS) & ~eight & HIGHEST_BITS;
      if (zero != 0) {
        return i - start + (Long.numberOfTrailingZeros(zero) >>> 3);
      }
    }
    while (i < end && buffer.get(i) != 0) {
      i++;
    }
    return i - start;
  }

  /** The UTF-8 text of {@code length} bytes; each maximal ill-formed part becomes U+FFFD. */
  public String utf8(int at, int length) {
    byte[] text = copy(at, length);
    for (int i = 1; i < length; i++) {
      // An encoded surrogate is three ill-formed parts to Unicode and to .NET, one to Java. A byte
      // that is ill-formed anywhere makes them three to Java too.
      if (text[i - 1] == (byte) 0xed && (text[i] & 0xe0) == 0xa0) {
        text[i - 1] = (byte) 0xff;
      }
    }
    return new String(text, StandardCharsets.UTF_8);
  }

  /** The UTF-16 text of {@code length} characters; it may hold unpaired surrogates. */
  public String utf16(int at, int length) {
    check(at, 2 * length);
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
   * @return how many were copied, or {@link #NOT_ASCII}
   */
  public int copyAscii(int at, byte[] to, int place) {
    int from = check(at, 0);
    int end = from + Math.min(length - at, to.length - OVERRUN - place);
    int i = from;
    int last = end - OVERRUN;
    // Names are short, and one after the other is copied: eight bytes at a time are three times as
    // fast as byte for byte, and as a search for the end before the copy.
    while (i <= last) {
      long eight = buffer.getLong(i);
      if ((eight & HIGHEST_BITS) != 0) {
        break;
      }
      EIGHT_BYTES.set(to, place + (i - from), eight);
      long zero = (eight - LOWEST_BITS) & HIGHEST_BITS;
      if (zero != 0) {
        return i - from + (Long.numberOfTrailingZeros(zero) >>> 3);
      }
      i += 8;
    }
    for (; i < end; i++) {
      byte one = buffer.get(i);
      if (one <= 0) {
        return one < 0 ? NOT_ASCII : i - from;
      }
      to[place + (i - from)] = one;
    }
    return i - from;
  }

  /** A copy of {@code length} bytes. */
  public byte[] copy(int at, int length) {
    byte[] copy = new byte[length];
    buffer.get(check(at, length), copy);
    return copy;
  }

  /** Whether {@code length} bytes at {@code at} equal those of another window. */
  public boolean regionEquals(int at, Bytes other, int otherAt, int length) {
    int mine = check(at, length);
    int theirs = other.check(otherAt, length);
    int i = 0;
    for (; i <= length - Long.BYTES; i += Long.BYTES) {
      if (buffer.getLong(mine + i) != other.buffer.getLong(theirs + i)) {
        return false;
      }
    }
    for (; i < length; i++) {
      if (buffer.get(mine + i) != other.buffer.get(theirs + i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether this window holds byte for byte what another does. */
  public boolean sameAs(Bytes other) {
    return length == other.length && regionEquals(0, other, 0, length);
  }

  /** An exception about the byte at {@code at}, or about the end of the window nearest to it. */
  public MetadataFormatException damaged(int at, String reason) {
    long offset = fileOffset(Math.min(Math.max(at, 0), length));
    return new MetadataFormatException(Kind.DAMAGED, file, offset, reason);
  }

  /** An exception saying that this is no managed file at all. */
  public MetadataFormatException notManaged(int at, String reason) {
    return new MetadataFormatException(Kind.NOT_MANAGED, file, fileOffset(at), reason);
  }

  /**
   * The answer to a question about these bytes. When the mapped file was cut or overwritten since
   * it was mapped, the answer may be made of garbage, and is discarded.
   *
   * @param salt the question's number, such as a rid: another than that of the question before
   * @throws MetadataFormatException when the file was changed
   */
  public <T> T answer(int salt, Supplier<T> question) {
    refuseIf(tripwire.hasSprung());
    try {
      T answer = question.get();
      refuseIf(tripwire.springs(salt));
      return answer;
    } catch (InternalError e) {
      throw changed(e);
    }
  }

  /** The same, for an answer that is a number. */
  public int answerInt(int salt, IntSupplier question) {
    refuseIf(tripwire.hasSprung());
    try {
      int answer = question.getAsInt();
      refuseIf(tripwire.springs(salt));
      return answer;
    } catch (InternalError e) {
      throw changed(e);
    }
  }

  private void refuseIf(boolean changed) {
    if (changed) {
      throw changed();
    }
  }

  /** For the JVM's word that a mapped file has lost its end; any other error is thrown as it is. */
  private MetadataFormatException changed(InternalError error) {
    if (!String.valueOf(error.getMessage()).contains("unsafe memory access")) {
      throw error;
    }
    tripwire.spring();
    return changed();
  }

  private MetadataFormatException changed() {
    tripwire.awaitError();
    return damaged(0, "the file was changed while it was open");
  }

  /** An exception about bytes that are not all there before {@code end}. */
  MetadataFormatException missing(int at, int count, int end) {
    return damaged(at, count + " bytes wanted, " + Math.max(0, end - at) + " are left");
  }

  private int check(int at, int count) {
    if ((at | count) < 0 || at > length - count) {
      throw missing(at, count, length);
    }
    return start + at;
  }
}
