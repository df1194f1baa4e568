// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.wire;

/** Passes the fields of a message on. Stateless. */
public final class MessageFields {

  private MessageFields() {}

  /** Receives the numbers of a message. */
  public interface Numbers {
    /** Receives a number. */
    void number(int field, long value);
  }

  /** Receives the texts and messages of a message, which the reader is in. */
  public interface Messages {
    /** Receives a text or a message. */
    void message(int field, long start, long end);
  }

  /** Reads a message without texts or messages, or leaves these out. */
  public static void read(WireReader in, long end, long packed, Numbers numbers) {
    read(in, end, packed, 0, numbers, (field, start, messageEnd) -> {});
  }

  /**
   * Reads a message.
   *
   * @param packed has a bit for each field that may have several numbers in one place
   * @param fixed has a bit for each of these whose numbers have eight bytes
   */
  public static void read(
      WireReader in, long end, long packed, long fixed, Numbers numbers, Messages messages) {
    while (in.position() < end) {
      int tag = in.tag(end);
      int field = WireReader.field(tag);
      switch (tag & 7) {
        case WireReader.VARINT -> numbers.number(field, in.varint(end));
        case WireReader.FIXED_64 -> numbers.number(field, in.fixed64(end));
        case WireReader.LENGTH -> {
          long fieldEnd = in.enter(end);
          if (field < Long.SIZE && (packed >>> field & 1) != 0) {
            boolean isFixed = (fixed >>> field & 1) != 0;
            while (in.position() < fieldEnd) {
              numbers.number(field, isFixed ? in.fixed64(fieldEnd) : in.varint(fieldEnd));
            }
          } else {
            messages.message(field, in.position(), fieldEnd);
            in.seek(fieldEnd);
          }
        }
        default -> in.skip(tag, end);
      }
    }
  }

  /** Reads a message of which only the texts and messages are of use. */
  public static void readMessages(WireReader in, long end, Messages messages) {
    read(in, end, 0, 0, (field, value) -> {}, messages);
  }

  /** Returns the bits of fields. */
  public static long bits(int... fields) {
    long bits = 0;
    for (int field : fields) {
      bits |= 1L << field;
    }
    return bits;
  }
}
