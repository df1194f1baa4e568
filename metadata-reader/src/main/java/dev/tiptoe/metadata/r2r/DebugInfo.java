// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * The DebugInfo section: the bounds of each method, by the runtime function at which it begins.
 * What it says about variables is not read. Immutable.
 *
 * <pre>
 *  entry      |native number: how far back the blob begins, or 0 and the blob follows|
 *  blob       |nibbles: bytes of bounds, bytes of variables|bounds|variables|
 *  from 17    |nibbles: 0, bytes of bounds, bytes of five other parts|bounds|...|  or as before
 *  bounds     |nibbles: count, then native distance, IL offset + 3, source for each|
 *  from 16    |nibbles: count, bits of distance - 1, bits of IL - 1|bits of each, lowest first:
 *              source (2, from 17 on 3), native distance, IL offset + 3|
 * </pre>
 *
 * <p>Source: debuginfostore.cpp and ILCompiler.Reflection.ReadyToRun in dotnet/runtime.
 */
final class DebugInfo {

  private static final int FIRST_PACKED_VERSION = 16;
  private static final int FIRST_FAT_VERSION = 17;

  /** The numbers behind the 0 and the size of the bounds of a fat blob. */
  private static final int OTHER_PARTS_OF_FAT = 5;

  /** What is subtracted from an IL offset as it is written, since three values are no offsets. */
  private static final int SPECIAL_VALUES = 3;

  /** That of an image without the section: an array of no elements. */
  static final DebugInfo NONE = new DebugInfo(Bytes.of("", new byte[1]), 0);

  private final Bytes section;
  private final NativeArray entries;
  private final int majorVersion;

  /**
   * Reads the head of a section.
   *
   * @param section not empty, in memory
   */
  DebugInfo(Bytes section, int majorVersion) {
    this.section = section;
    this.entries = new NativeArray(section);
    this.majorVersion = majorVersion;
  }

  /**
   * Returns the bounds of the method that begins at a runtime function.
   *
   * @throws MetadataFormatException when they are damaged
   */
  DebugBounds of(int function) {
    int entry = function < entries.count() ? entries.find(function) : -1;
    if (entry < 0) {
      return DebugBounds.NONE;
    }
    NativeCursor cursor = new NativeCursor(section, entry);
    int back = cursor.unsigned();
    if (back < 0 || back > entry) {
      throw section.damaged(entry, "debug information that begins before its section");
    }
    return blob(new NibbleCursor(section, back == 0 ? cursor.position() : entry - back));
  }

  private DebugBounds blob(NibbleCursor sizes) {
    int size = sizes.unsigned();
    boolean isFat = majorVersion >= FIRST_FAT_VERSION && size == 0;
    if (isFat) {
      size = sizes.unsigned();
    }
    for (int i = 0; i < (isFat ? OTHER_PARTS_OF_FAT : 1); i++) {
      sizes.unsigned();
    }
    return size == 0 ? DebugBounds.NONE : bounds(section.slice(sizes.nextByte(), size));
  }

  private DebugBounds bounds(Bytes bytes) {
    NibbleCursor cursor = new NibbleCursor(bytes, 0);
    int count = cursor.unsigned();
    // No pair takes less than a nibble, so a hostile count allocates little.
    if (count < 0 || count > 2 * (long) bytes.length()) {
      throw bytes.damaged(0, count + " bounds in " + bytes.length() + " bytes");
    }
    return new DebugBounds(
        majorVersion >= FIRST_PACKED_VERSION
            ? packed(bytes, cursor, count)
            : nibbles(bytes, cursor, count));
  }

  private static int[] nibbles(Bytes bytes, NibbleCursor cursor, int count) {
    int[] pairs = new int[2 * count];
    int offset = 0;
    for (int i = 0; i < count; i++) {
      offset = advanced(bytes, offset, cursor.unsigned());
      pairs[2 * i] = offset;
      pairs[2 * i + 1] = ilOffset(bytes, cursor.unsigned());
      cursor.unsigned();
    }
    return pairs;
  }

  private int[] packed(Bytes bytes, NibbleCursor cursor, int count) {
    int nativeBits = width(bytes, cursor.unsigned());
    int ilBits = width(bytes, cursor.unsigned());
    int sourceBits = majorVersion >= FIRST_FAT_VERSION ? 3 : 2;
    int[] pairs = new int[2 * count];
    int offset = 0;
    long at = 8L * cursor.nextByte();
    for (int i = 0; i < count; i++) {
      offset = advanced(bytes, offset, bits(bytes, at + sourceBits, nativeBits));
      pairs[2 * i] = offset;
      pairs[2 * i + 1] = ilOffset(bytes, bits(bytes, at + sourceBits + nativeBits, ilBits));
      at += sourceBits + nativeBits + ilBits;
    }
    return pairs;
  }

  private static int width(Bytes bytes, int lessOne) {
    if (lessOne < 0 || lessOne >= Integer.SIZE) {
      throw bytes.damaged(0, "numbers of " + (lessOne + 1L) + " bits");
    }
    return lessOne + 1;
  }

  private static int bits(Bytes bytes, long from, int count) {
    long value = 0;
    int first = (int) (from >>> 3);
    int last = (int) ((from + count - 1) >>> 3);
    for (int i = last; i >= first; i--) {
      value = (value << 8) | bytes.u8(i);
    }
    return (int) ((value >>> (from & 7)) & ((1L << count) - 1));
  }

  private static int advanced(Bytes bytes, int offset, int distance) {
    if (distance < 0 || offset + distance < 0) {
      throw bytes.damaged(0, "a native offset beyond any method");
    }
    return offset + distance;
  }

  private static int ilOffset(Bytes bytes, int written) {
    // As unsigned numbers, the special values are those before 0 where the addition wraps around.
    int offset = written - SPECIAL_VALUES;
    if (offset < DebugBounds.EPILOG || (written < 0 && offset >= 0)) {
      throw bytes.damaged(0, "an IL offset beyond any method");
    }
    return offset;
  }
}
