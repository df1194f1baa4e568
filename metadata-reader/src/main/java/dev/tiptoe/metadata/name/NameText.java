// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.heap.StringsHeap;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.parser.SignatureParser;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The text of a name that is being written, never longer than {@link #LONGEST}, since a few bytes
 * can refer to a long name many times; discarded text counts too. It counts the work. Mutable, not
 * thread-safe.
 *
 * <p>It holds UTF-8, like the heap, so ASCII is copied as it is, and the string is created once at
 * the end. Lengths and places count bytes.
 */
final class NameText {

  /** No normal name comes near this, even if it contains the names of many others. */
  static final int LONGEST = StringsHeap.LONGEST_NAME;

  /** Written text may be moved, cut and written again a few times. */
  private static final int WORK_FOR_A_BYTE = 32;

  /** Reading a type of a signature takes as long as writing so many bytes. */
  private static final int WORK_OF_A_TYPE = 16;

  /** The number of bytes that are moved in the time of writing one. */
  private static final int MOVED_AT_ONCE = 16;

  private static final int FIRST = 1 << 8;

  /** The size of the buffer that is kept for the next name. */
  private static final int KEPT = 1 << 12;

  private final Image image;
  private byte[] text = new byte[FIRST];
  private int length;

  /** The number of bytes that were written and removed again. */
  private int discarded;

  /** The greatest number of bytes of this name. */
  private int most = LONGEST;

  /** The bytes written for this name, including removed ones, and other work as so many bytes. */
  private int work;

  /** The parser of the signature whose types are counted. */
  private @Nullable SignatureParser signature;

  NameText(Image image) {
    this.image = image;
  }

  /** Adds a text in UTF-8. */
  NameText add(byte[] part) {
    reserve(part.length);
    System.arraycopy(part, 0, text, length, part.length);
    length += part.length;
    return this;
  }

  NameText add(String part) {
    reserve(part.length());
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      if (c > 0x7f) {
        return add(part.substring(i).getBytes(StandardCharsets.UTF_8));
      }
      text[length++] = (byte) c;
    }
    return this;
  }

  NameText add(char c) {
    if (c > 0x7f) {
      return add(String.valueOf(c));
    }
    reserve(1);
    text[length++] = (byte) c;
    return this;
  }

  NameText add(int number) {
    return number >= 0 && number <= 9 ? add((char) ('0' + number)) : add(String.valueOf(number));
  }

  /** Adds the entry of {@code #Strings} at {@code offset}. */
  NameText string(int offset) {
    reserve(Bytes.OVERRUN);
    int copied = image.metadata().strings().copyAscii(offset, text, length);
    if (copied != Bytes.NOT_ASCII && length + copied < text.length - Bytes.OVERRUN) {
      if (length + copied > most) {
        throw tooLong();
      }
      length += copied;
      work += copied;
      return this;
    }
    // It is not ASCII, or does not fit.
    return add(entry(offset).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the entry of {@code #Strings} at {@code offset}, which will be a part of the name. */
  String entry(int offset) {
    String entry = image.metadata().strings().get(offset, most + 1);
    if (entry.length() > most) {
      throw tooLong();
    }
    spend(entry.length());
    return entry;
  }

  /** Sets how many bytes this name may have, and in proportion how much work. */
  void limit(int bytes) {
    most = bytes;
  }

  /** Counts each type that {@code parser} reads, up to the next signature's. */
  void beginSignature(SignatureParser parser) {
    endSignature();
    parser.limit(most < LONGEST ? most / WORK_OF_A_TYPE : LONGEST, why());
    signature = parser;
  }

  /** Ends the counting of {@link #beginSignature}, since the parser begins anew. */
  void endSignature() {
    work = work();
    signature = null;
  }

  /**
   * Returns the bytes written for this name, including removed ones, and other work as so many
   * bytes.
   */
  int work() {
    return signature == null ? work : work + WORK_OF_A_TYPE * signature.parts();
  }

  /** Counts work that writes nothing, as much as writing so many bytes. */
  void spend(int bytes) {
    work += bytes;
    if (work > WORK_FOR_A_BYTE * most) {
      throw image.metadata().strings().damaged("a name that is made of too many parts");
    }
  }

  int length() {
    return length;
  }

  /** Returns the byte at a place if it is ASCII; otherwise another value that is not ASCII. */
  char at(int place) {
    return (char) (text[place] & 0xff);
  }

  /** Returns the text from a place on. */
  String from(int place) {
    return new String(text, place, length - place, StandardCharsets.UTF_8);
  }

  /** Removes the text from a place on. */
  void truncate(int to) {
    discarded += length - to;
    length = to;
    if (discarded > most) {
      throw tooLong();
    }
  }

  /** Removes the part from a place on, because it turned out to be damaged. */
  void giveUp(int from) {
    length = Math.min(from, length);
    discarded = 0;
  }

  void insert(int place, String part) {
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    reserve(bytes.length);
    spend((length - place) / MOVED_AT_ONCE);
    System.arraycopy(text, place, text, place + bytes.length, length - place);
    System.arraycopy(bytes, 0, text, place, bytes.length);
    length += bytes.length;
  }

  /** Moves the text between two places to the end. */
  void moveToEnd(int from, int to) {
    int size = to - from;
    reserve(size);
    spend((length - from) / MOVED_AT_ONCE);
    System.arraycopy(text, from, text, length, size);
    System.arraycopy(text, to, text, from, length - from);
  }

  /** Replaces a part that begins at a place. */
  void replace(int place, String part, String by) {
    int end = place + part.getBytes(StandardCharsets.UTF_8).length;
    System.arraycopy(text, end, text, place, length - end);
    length -= end - place;
    insert(place, by);
  }

  /** Removes the text from a place on and returns it. */
  String cut(int place) {
    String part = from(place);
    truncate(place);
    return part;
  }

  /** Passes the name to {@code sink}. */
  void passTo(Names.Sink sink) {
    sink.accept(text, length);
  }

  /** Returns the text from a place on, in UTF-8. */
  byte[] utf8From(int place) {
    return Arrays.copyOfRange(text, place, length);
  }

  /** Clears the text. */
  void clear() {
    length = 0;
    discarded = 0;
    work = 0;
    signature = null;
    most = LONGEST;
    if (text.length > KEPT) {
      text = new byte[FIRST];
    }
  }

  /** Makes room for more bytes, and for those that copies write beyond their end. */
  private void reserve(int more) {
    if (length + more > most) {
      throw tooLong();
    }
    work += more;
    if (length + more > text.length - Bytes.OVERRUN) {
      text = Arrays.copyOf(text, 2 * text.length + more);
    }
  }

  private MetadataFormatException tooLong() {
    return image.metadata().strings().damaged("a name of more than " + most + " bytes" + why());
  }

  private String why() {
    return most < LONGEST ? ", behind too many long names" : "";
  }
}
