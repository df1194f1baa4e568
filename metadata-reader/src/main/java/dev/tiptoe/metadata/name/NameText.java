// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A name in the making, never longer than {@link #LONGEST}, since few bytes can name a long name
 * often; nor is more than that written in vain. Mutable, for one thread.
 *
 * <p>It holds UTF-8, as the heap does, so that what is ASCII is copied as it is, and the name is
 * made at once when it is whole. Lengths and places count bytes.
 */
final class NameText {

  /** No honest name comes near this. */
  static final int LONGEST = 1 << 16;

  private static final int FIRST = 1 << 8;

  /** What is kept for the next name. */
  private static final int KEPT = 1 << 12;

  private final Image image;
  private byte[] text = new byte[FIRST];
  private int length;

  /** How much was written and taken away again. */
  private int discarded;

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
    int copied = image.strings().copyAscii(offset, text, length);
    if (copied != Bytes.NOT_ASCII && length + copied < text.length - Bytes.OVERRUN) {
      length += copied;
      return this;
    }
    // It is not ASCII, or there is no room for it.
    int bytes = image.strings().length(offset);
    if (bytes > LONGEST - length) {
      throw image.strings().damaged("a name of " + bytes + " bytes");
    }
    return add(image.strings().get(offset).getBytes(StandardCharsets.UTF_8));
  }

  int length() {
    return length;
  }

  /** The byte at a place, where it is ASCII; else something else that is not. */
  char at(int place) {
    return (char) (text[place] & 0xff);
  }

  /** What was written from a place on. */
  String from(int place) {
    return new String(text, place, length - place, StandardCharsets.UTF_8);
  }

  /** Takes away what was written from a place on. */
  void truncate(int to) {
    discarded += length - to;
    length = to;
    if (discarded > LONGEST) {
      throw tooLong();
    }
  }

  /** Takes away the part from a place on, which turned out to be damaged. */
  void giveUp(int from) {
    length = Math.min(from, length);
    discarded = 0;
  }

  void insert(int place, String part) {
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    reserve(bytes.length);
    System.arraycopy(text, place, text, place + bytes.length, length - place);
    System.arraycopy(bytes, 0, text, place, bytes.length);
    length += bytes.length;
  }

  /** Moves what stands between two places to the end. */
  void moveToEnd(int from, int to) {
    int size = to - from;
    reserve(size);
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

  /** Takes away what was written from a place on. */
  String cut(int place) {
    String part = from(place);
    truncate(place);
    return part;
  }

  /** The name; this is empty afterwards. */
  String take() {
    String name = new String(text, 0, length, StandardCharsets.UTF_8);
    clear();
    return name;
  }

  /** What was written from a place on, in UTF-8. */
  byte[] utf8From(int place) {
    return Arrays.copyOfRange(text, place, length);
  }

  /** Makes this empty. */
  void clear() {
    length = 0;
    discarded = 0;
    if (text.length > KEPT) {
      text = new byte[FIRST];
    }
  }

  /** Makes room for more, and for what copies write beyond their end. */
  private void reserve(int more) {
    if (length + more > LONGEST) {
      throw tooLong();
    }
    if (length + more > text.length - Bytes.OVERRUN) {
      text = Arrays.copyOf(text, 2 * text.length + more);
    }
  }

  private MetadataFormatException tooLong() {
    return image.strings().damaged("a name of more than " + LONGEST + " bytes");
  }
}
