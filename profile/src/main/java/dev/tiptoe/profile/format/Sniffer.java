// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.format;

import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireReader;
import dev.tiptoe.profile.wire.WireWriter;
import java.util.Arrays;
import java.util.Optional;

/**
 * Recognizes the format of a profile by its first message. In OTLP that is a ResourceProfiles or
 * the dictionary, which have nothing but messages and texts in them; in pprof it is a ValueType,
 * which has nothing but numbers, unless the writer began with another table.
 */
final class Sniffer {

  /** As many bytes are looked at. */
  private static final int HEAD = 1 << 12;

  private static final int LENGTH = 2;
  private static final int LAST_OF_RESOURCE = 3;
  private static final int LAST_OF_DICTIONARY = 7;
  private static final int RESERVED = 1000;
  private static final int LAST_OF_VALUE_TYPE = 2;
  private static final int PPROF_SAMPLE = 2;
  private static final int PPROF_STRINGS = 6;
  private static final int LOCATION_IDS = 1;

  /** The formats that are distinguished. */
  private enum Format {
    OTLP,
    PPROF
  }

  private final byte[] bytes;
  private final WireReader in;
  private int at;

  private Sniffer(byte[] bytes) {
    this.bytes = bytes;
    this.in = new WireReader(ProfileBytes.of(bytes, "head"));
  }

  static boolean isOtlp(byte[] head) {
    return format(head).equals(Optional.of(Format.OTLP));
  }

  static boolean isPprof(byte[] head) {
    return format(head).equals(Optional.of(Format.PPROF));
  }

  private static Optional<Format> format(byte[] head) {
    byte[] plain = Arrays.copyOf(head, Math.min(head.length, HEAD));
    boolean isDelimited =
        plain.length > Integer.BYTES && plain[0] >= 0 && plain[0] < 1 << LAST_OF_RESOURCE;
    Sniffer sniffer =
        new Sniffer(isDelimited ? Arrays.copyOfRange(plain, Integer.BYTES, plain.length) : plain);
    return sniffer.format(isDelimited);
  }

  private Optional<Format> format(boolean onlyOtlp) {
    long tag = varint();
    long length = varint();
    int field = (int) (tag >>> LAST_OF_RESOURCE);
    if (length < 0 || (tag & 7) != LENGTH || field == 0) {
      return Optional.empty();
    }
    int start = at;
    boolean isProfiles = field == 1 && hasOnly(true, LAST_OF_RESOURCE, start, length);
    boolean isDictionary =
        field == 2 && length > 0 && hasOnly(true, LAST_OF_DICTIONARY, start, length);
    boolean isSample = field == PPROF_SAMPLE && isSample(start);
    if (isProfiles || (isDictionary && (onlyOtlp || !isSample))) {
      at = (int) Math.min(bytes.length, start + length);
      return length == 0 && !onlyOtlp ? afterEmpty() : Optional.of(Format.OTLP);
    }
    boolean isPprof =
        isSample
            || (field == 1 && hasOnly(false, LAST_OF_VALUE_TYPE, start, length))
            || (field == PPROF_STRINGS && length == 0);
    return isPprof && !onlyOtlp ? Optional.of(Format.PPROF) : Optional.empty();
  }

  /** An empty first message is of either format: the next one decides. */
  private Optional<Format> afterEmpty() {
    return at == bytes.length
        ? Optional.of(Format.OTLP)
        : new Sniffer(Arrays.copyOfRange(bytes, at, bytes.length)).format(false);
  }

  /** Whether a message of field 2 is a sample of pprof: IDs first, then its values. */
  private boolean isSample(int start) {
    at = start;
    long tag = varint();
    if (tag == LOCATION_IDS << 3) {
      return true;
    }
    long length = varint();
    long end = at + length;
    if (tag != ((LOCATION_IDS << 3) | LENGTH) || length <= 0) {
      return false;
    }
    if (end > bytes.length) {
      // A mapping is some ten bytes, the IDs of a deep stack are thousands.
      return bytes.length >= HEAD - Integer.BYTES;
    }
    // Packed IDs are numbers up to the end; a Mapping of OTLP that is not empty begins with a tag
    // and the dictionary's first one is empty.
    while (at < end) {
      if (varint() < 0 && at >= bytes.length) {
        return false;
      }
    }
    return at == end;
  }

  /** Whether a message, as far as it is here, has only fields of these numbers and one type. */
  private boolean hasOnly(boolean messages, int last, int start, long length) {
    at = start;
    long end = start + length;
    while (at < Math.min(end, bytes.length)) {
      long tag = varint();
      int field = (int) (tag >>> LAST_OF_RESOURCE);
      boolean isKnown = (field > 0 && field <= last) || (messages && field == RESERVED);
      if (tag < 0) {
        return at >= bytes.length;
      }
      if (!isKnown || (tag & 7) != (messages ? LENGTH : 0)) {
        return false;
      }
      long value = varint();
      if (messages) {
        if (value > end - at) {
          return false;
        }
        at = (int) Math.min(bytes.length, at + Math.max(value, 0));
      }
    }
    return at <= end;
  }

  /** Reads a number; returns a negative one when the bytes end, or when it is none. */
  private long varint() {
    in.seek(at);
    try {
      long value = in.varint(bytes.length);
      at = (int) in.position();
      return value & Long.MAX_VALUE;
    } catch (ProfileFormatException e) {
      at = Math.min(bytes.length, at + WireWriter.LONGEST_VARINT);
      return -1;
    }
  }
}
