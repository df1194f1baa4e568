// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * A read-only window onto a file's bytes: little-endian, read at offsets from the window's
 * beginning, aware of where it lies in the file.
 *
 * <p>Reading outside the window throws {@link MetadataFormatException}. So does each read of a
 * mapped file that was cut or overwritten while it was open: what was read may be garbage, and
 * never leaves. Whoever reads much asks for an {@link #answer}, and reads a {@link #bare} window in
 * it.
 *
 * <p>Immutable; any number of threads may read. A window of a mapped file keeps the mapping alive
 * until the last window of it is unreachable.
 */
public final class Bytes {

  /** What {@link #copyAscii} answers when it met a byte that is not ASCII. */
  public static final int NOT_ASCII = -1;

  /** How far {@link #copyAscii} may write beyond what it copies. */
  public static final int OVERRUN = 8;

  private final String file;
  private final ByteBuffer buffer;
  private final int start;
  private final int length;
  private final Tripwire tripwire;

  /** Whether each read is an answer of its own. */
  private final boolean guarded;

  private Bytes(
      String file, ByteBuffer buffer, Tripwire tripwire, boolean guarded, int start, int length) {
    this.file = file;
    this.buffer = buffer;
    this.tripwire = tripwire;
    this.guarded = guarded;
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
    return WholeFile.map(path);
  }

  /**
   * Reads a whole file into memory, outside the heap; the file is released before this returns.
   *
   * @throws IOException when the file cannot be read
   * @throws MetadataFormatException when it is no regular file, is empty or larger than 2 GiB
   */
  public static Bytes read(Path path) throws IOException {
    return WholeFile.read(path);
  }

  /** A window onto a mapped file that anybody may change. */
  static Bytes ofMapping(String file, ByteBuffer mapping) {
    ByteBuffer own = own(mapping);
    Bytes unwatched = new Bytes(file, own, Tripwire.NONE, false, 0, own.limit());
    // The file may have been cut already.
    Tripwire tripwire = unwatched.answer(() -> Tripwire.of(own));
    return new Bytes(file, own, tripwire, true, 0, own.limit());
  }

  /**
   * A window onto all of {@code buffer}, from its position to its limit, whose bytes must not
   * change; {@code file} names it in errors.
   */
  public static Bytes of(String file, ByteBuffer buffer) {
    ByteBuffer own = own(buffer);
    return new Bytes(file, own, Tripwire.NONE, false, 0, own.limit());
  }

  /** A window onto all of {@code bytes}, which must not change; {@code file} names it in errors. */
  public static Bytes of(String file, byte[] bytes) {
    return of(file, ByteBuffer.wrap(bytes));
  }

  private static ByteBuffer own(ByteBuffer buffer) {
    return buffer.slice().asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * The answer to a question about these bytes, asked of {@link #bare} windows of them: the file is
   * looked at once, when all has been read.
   *
   * @throws MetadataFormatException when the file was cut or overwritten since it was mapped;
   *     whatever the question gave or threw is discarded
   */
  public <T> T answer(Supplier<T> question) {
    return tripwire.answer(this, question);
  }

  /** The same, for an answer that is a number. */
  public int answerInt(IntSupplier question) {
    return tripwire.answerInt(this, question);
  }

  /**
   * The same window, which does not look whether the file was changed: for many reads within one
   * {@link #answer}, which neither it nor anything read from it may leave otherwise. Bytes in
   * memory are bare.
   */
  public Bytes bare() {
    return guarded ? new Bytes(file, buffer, tripwire, false, start, length) : this;
  }

  /**
   * Looks at the word at {@code at} too, or at one behind it that tells more, when it looks whether
   * the file was changed. For the few words in which one build differs from another: no more than
   * eight of a file are looked at.
   */
  public void watch(int at) {
    if (at >= 0 && at < length) {
      answerInt(
          () -> {
            tripwire.watch(start + at);
            return 0;
          });
    }
  }

  /** The name of the file, as it is used in errors. */
  public String file() {
    return file;
  }

  /** The same window, called {@code name} in errors; offsets stay those in the file. */
  public Bytes named(String name) {
    return new Bytes(name, buffer, tripwire, guarded, start, length);
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
    return guarded ? answerInt(() -> bare().u8(at)) : buffer.get(check(at, 1)) & 0xff;
  }

  /** The unsigned byte at {@code at}, which lies in this window: one check less. */
  int u8Inside(int at) {
    return guarded ? u8(at) : buffer.get(start + at) & 0xff;
  }

  /** The unsigned 16-bit number at {@code at}. */
  public int u16(int at) {
    return guarded ? answerInt(() -> bare().u16(at)) : buffer.getShort(check(at, 2)) & 0xffff;
  }

  /** The 32-bit number at {@code at}. */
  public int i32(int at) {
    return guarded ? answerInt(() -> bare().i32(at)) : buffer.getInt(check(at, 4));
  }

  /** The 64-bit number at {@code at}. */
  public long i64(int at) {
    return guarded ? answer(() -> bare().i64(at)) : buffer.getLong(check(at, 8));
  }

  /**
   * The GUID at {@code at}: three little-endian numbers, then eight bytes in order.
   *
   * @ecma II.24.2.5
   */
  public UUID guid(int at) {
    if (guarded) {
      return answer(() -> bare().guid(at));
    }
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
    return new Bytes(file, buffer, tripwire, guarded, check(at, length), length);
  }

  /** A narrower window, as much of it as lies within this one. */
  public Bytes sliceUpTo(int at, int length) {
    int from = Math.min(Math.max(at, 0), this.length);
    int most = Math.min(Math.max(length, 0), this.length - from);
    return new Bytes(file, buffer, tripwire, guarded, start + from, most);
  }

  /** The offset of the first zero byte from {@code at} on, or the window's end. */
  public int findZero(int at) {
    return findZero(at, Integer.MAX_VALUE);
  }

  /** The offset of the first zero byte among the {@code most} from {@code at} on, or their end. */
  public int findZero(int at, int most) {
    if (guarded) {
      return answerInt(() -> bare().findZero(at, most));
    }
    int from = check(at, 0);
    return Scan.findZero(buffer, from, from + Math.min(most, length - at)) - start;
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
    if (guarded) {
      return answer(() -> bare().utf16(at, length));
    }
    if (length < 0) {
      throw missing(at, length, this.length);
    }
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
    if (guarded) {
      return answerInt(() -> bare().copyAscii(at, to, place));
    }
    int from = check(at, 0);
    int end = from + Math.min(length - at, to.length - OVERRUN - place);
    return Scan.copyAscii(buffer, from, end, to, place);
  }

  /** A copy of {@code length} bytes. */
  public byte[] copy(int at, int length) {
    if (guarded) {
      return answer(() -> bare().copy(at, length));
    }
    int from = check(at, length);
    byte[] copy = new byte[length];
    buffer.get(from, copy);
    return copy;
  }

  /** Whether {@code length} bytes at {@code at} equal those of another window. */
  public boolean regionEquals(int at, Bytes other, int otherAt, int length) {
    if (guarded) {
      return answer(() -> bare().regionEquals(at, other, otherAt, length));
    }
    if (other.guarded) {
      return other.regionEquals(otherAt, this, at, length);
    }
    int mine = check(at, length);
    return Scan.equal(buffer, mine, other.buffer, other.check(otherAt, length), length);
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

  /** An exception about bytes that are not all there before {@code end}. */
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
