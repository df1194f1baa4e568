// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.heap;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The {@code #Strings} heap: names, zero-terminated UTF-8, addressed by offset.
 *
 * <p>Immutable and thread-safe. The first request for the length of a string of half a kilobyte or
 * more stores four bytes for each half kilobyte of the heap; the first look-up of such a string
 * stores 32 more.
 *
 * @ecma II.24.2.3
 */
public final class StringsHeap {

  /**
   * The greatest number of bytes in a name. The runtime loads no type whose name has more than 1023
   * ({@code MAX_CLASSNAME_LENGTH}), and compilers refuse longer names of members as well.
   */
  public static final int LONGEST_NAME = 1 << 16;

  private static final long LOWEST_BITS = 0x0101010101010101L;
  private static final long HIGHEST_BITS = 0x8080808080808080L;

  /** The number of bytes that the hash takes at once. */
  private static final int SEVEN = 7;

  private static final long SEVEN_BYTES = 0x00ffffffffffffffL;

  private static final int GOLDEN = 0x9e3779b9;
  private static final int RECENT_BITS = 6;

  /** A string whose hash is known. */
  private record Hashed(int offset, long hash) {}

  private final Bytes bytes;

  /** Indexed by a few bits of the offset; threads may overwrite one another's entries. */
  private final @Nullable Hashed[] recent = new Hashed[1 << RECENT_BITS];

  private volatile @Nullable StringEnds ends;
  private volatile @Nullable LongStrings longStrings;

  /**
   * Created when the first name is looked up: making a secret takes long compared with making a
   * name.
   */
  static final class Key {
    static final KeyedHash OURS = new KeyedHash();
  }

  /** Creates the heap in {@code bytes}. */
  public StringsHeap(Bytes bytes) {
    this.bytes = bytes;
  }

  /** Returns the size of the heap in bytes, including padding. */
  public int size() {
    return bytes.length();
  }

  /**
   * The offset behind the string at {@code offset}, where the next one begins unless it is {@link
   * #size}.
   */
  public int next(int offset) {
    return Math.min(bytes.length(), bytes.findZero(offset) + 1);
  }

  /** Returns the string at {@code offset}; ill-formed UTF-8 becomes U+FFFD. */
  public String get(int offset) {
    return get(offset, Integer.MAX_VALUE);
  }

  /**
   * Returns the string at {@code offset}, which must be a name.
   *
   * @throws MetadataFormatException when it has more than {@link #LONGEST_NAME} bytes
   */
  public String name(int offset) {
    return offset == 0 ? "" : nameAt(offset);
  }

  private String nameAt(int offset) {
    int length = bytes.findZero(offset, LONGEST_NAME + 1) - offset;
    if (length > LONGEST_NAME) {
      throw bytes.damaged(offset, "a name of more than " + LONGEST_NAME + " bytes");
    }
    return bytes.utf8(offset, length);
  }

  /** Returns at most the first {@code most} bytes of the string at {@code offset}. */
  public String get(int offset, int most) {
    return offset == 0 ? "" : bytes.utf8(offset, bytes.findZero(offset, most) - offset);
  }

  /**
   * Copies the string at {@code offset} to {@code place} in {@code to}, at most up to the last
   * {@link Bytes#OVERRUN} places; the bytes behind the copy may be overwritten.
   *
   * @return how many bytes were copied, or {@link Bytes#NOT_ASCII}
   */
  public int copyAscii(int offset, byte[] to, int place) {
    return offset == 0 ? 0 : bytes.copyAscii(offset, to, place);
  }

  /** Returns how many bytes the string at {@code offset} has, in bounded time. */
  public int length(int offset) {
    int length = shortLength(offset);
    return length < 0 ? ends().of(offset) - offset : length;
  }

  /** Returns whether the string at {@code offset} is empty. */
  public boolean isEmpty(int offset) {
    return offset == 0 || bytes.u8(offset) == 0;
  }

  /** Returns whether a string can begin at {@code offset}. */
  public boolean contains(int offset) {
    return offset >= 0 && offset <= bytes.length();
  }

  /**
   * Returns a hash of the string at {@code offset}. It is the same in every heap, differs in every
   * process, and takes bounded time, however long the string is.
   */
  public long hash(int offset) {
    if (offset == 0) {
      return KeyedHash.EMPTY;
    }
    long hash = KeyedHash.EMPTY;
    int last = Math.min(offset + StringEnds.STEP, bytes.length()) - Long.BYTES;
    for (int at = offset; at <= last; at += SEVEN) {
      long seven = bytes.i64(at) & SEVEN_BYTES;
      long zero = (seven - LOWEST_BITS) & ~seven & HIGHEST_BITS;
      // The eighth byte is zero in any case.
      int length = Long.numberOfTrailingZeros(zero) >>> 3;
      hash =
          length == 0
              ? hash
              : Key.OURS.plus(hash, seven & (SEVEN_BYTES >>> (8 * (SEVEN - length))));
      if (length < SEVEN) {
        return hash;
      }
    }
    return hashToEnd(offset);
  }

  /** Returns the hash of a string that is long, or near the end of the heap. */
  private long hashToEnd(int offset) {
    int length = shortLength(offset);
    if (length < 0) {
      return longStrings().hash(offset);
    }
    long hash = KeyedHash.EMPTY;
    for (int from = 0; from < length; from += SEVEN) {
      long seven = 0;
      for (int i = Math.min(length, from + SEVEN) - 1; i >= from; i--) {
        seven = seven << 8 | bytes.u8(offset + i);
      }
      hash = Key.OURS.plus(hash, seven);
    }
    return hash;
  }

  /**
   * Returns the same as {@link #hash}, faster for strings that are few and used often: namespaces.
   */
  public long hashOfNamespace(int offset) {
    int place = (offset * GOLDEN) >>> (Integer.SIZE - RECENT_BITS);
    Hashed hashed = recent[place];
    if (hashed == null || hashed.offset() != offset) {
      hashed = new Hashed(offset, hash(offset));
      recent[place] = hashed;
    }
    return hashed.hash();
  }

  /**
   * Returns whether the string at {@code offset} equals the one at {@code otherOffset} of another
   * heap, byte for byte. Takes bounded time, however long they are.
   */
  public boolean same(int offset, StringsHeap other, int otherOffset) {
    if (this == other && offset == otherOffset && contains(offset)) {
      return true;
    }
    return (offset == 0 || otherOffset == 0)
        ? sameToEnd(offset, other, otherOffset)
        : sameInside(offset, other, otherOffset);
  }

  /** Returns the same, comparing eight bytes at a time as long as both heaps have them. */
  private boolean sameInside(int offset, StringsHeap other, int otherOffset) {
    int room = Math.min(bytes.length() - offset, other.bytes.length() - otherOffset);
    int last = Math.min(room, StringEnds.STEP) - Long.BYTES;
    for (int i = 0; i <= last; i += Long.BYTES) {
      long mine = bytes.i64(offset + i);
      long differs = mine ^ other.bytes.i64(otherOffset + i);
      long zero = (mine - LOWEST_BITS) & ~mine & HIGHEST_BITS;
      if (zero != 0) {
        // Bytes behind the first zero do not matter.
        long before = -1L >>> (Long.SIZE - 8 - (Long.numberOfTrailingZeros(zero) & ~7));
        return (differs & before) == 0;
      }
      if (differs != 0) {
        return false;
      }
    }
    return sameToEnd(offset, other, otherOffset);
  }

  private boolean sameToEnd(int offset, StringsHeap other, int otherOffset) {
    int length = shortLength(offset);
    if (length != other.shortLength(otherOffset)) {
      return false;
    }
    return length < 0
        ? longStrings().same(offset, other.longStrings(), otherOffset)
        : bytes.regionEquals(offset, other.bytes, otherOffset, length);
  }

  /** Returns how many bytes the string at {@code offset} has; -1 if it is long. */
  private int shortLength(int offset) {
    if (offset == 0) {
      return 0;
    }
    int end = bytes.findZero(offset, StringEnds.STEP);
    return end - offset == StringEnds.STEP ? -1 : end - offset;
  }

  private StringEnds ends() {
    StringEnds known = ends;
    if (known == null) {
      known = new StringEnds(bytes);
      ends = known;
    }
    return known;
  }

  private LongStrings longStrings() {
    LongStrings known = longStrings;
    if (known == null) {
      known = new LongStrings(bytes, ends());
      longStrings = known;
    }
    return known;
  }

  /** Returns an exception about a name that cannot be read. */
  public MetadataFormatException damaged(String reason) {
    return bytes.damaged(0, reason);
  }
}
