// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.image.Image;

/**
 * A name in the making: characters, never many more than {@link #LONGEST}, since few bytes can name
 * a long name often. Mutable, for one thread.
 */
final class NameText {

  /** No honest name comes near this. */
  static final int LONGEST = 1 << 20;

  /** What is kept for the next name. */
  private static final int KEPT = 1 << 12;

  private final Image image;
  private StringBuilder text = new StringBuilder(256);

  NameText(Image image) {
    this.image = image;
  }

  NameText add(String part) {
    check(part.length());
    text.append(part);
    return this;
  }

  NameText add(char c) {
    check(1);
    text.append(c);
    return this;
  }

  NameText add(int number) {
    check(1);
    text.append(number);
    return this;
  }

  /** Adds the entry of {@code #Strings} at {@code offset}. */
  NameText string(int offset) {
    image.strings().appendTo(text, offset, LONGEST - text.length());
    return this;
  }

  int length() {
    return text.length();
  }

  char at(int place) {
    return text.charAt(place);
  }

  /** What was written from a place on. */
  CharSequence from(int place) {
    return text.subSequence(place, text.length());
  }

  void truncate(int length) {
    text.setLength(length);
  }

  void insert(int place, String part) {
    check(part.length());
    text.insert(place, part);
  }

  /** Replaces a part that begins at a place. */
  void replace(int place, String part, String by) {
    check(by.length());
    text.replace(place, place + part.length(), by);
  }

  /** Takes away what was written from a place on. */
  String cut(int from) {
    String part = text.substring(from);
    text.setLength(from);
    return part;
  }

  /** The name; this is empty afterwards. */
  String take() {
    String name = text.toString();
    clear();
    return name;
  }

  /** Makes this empty. */
  void clear() {
    if (text.capacity() > KEPT) {
      text = new StringBuilder(256);
    } else {
      text.setLength(0);
    }
  }

  private void check(int more) {
    if (text.length() + more > LONGEST) {
      throw image.strings().damaged("a name of more than " + LONGEST + " characters");
    }
  }
}
