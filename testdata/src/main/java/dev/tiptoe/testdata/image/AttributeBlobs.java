// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Composes the blobs of custom attributes: every method returns the bytes of a value, of a type's
 * tag, of a named argument or of a whole blob.
 *
 * @ecma II.23.3
 */
public final class AttributeBlobs {

  /** The tag of {@code System.Type}. */
  public static final int TYPE = 0x50;

  /** The tag of an {@code object}. */
  public static final int BOXED = 0x51;

  private static final int FIELD = 0x53;
  private static final int PROPERTY = 0x54;
  private static final int ENUM = 0x55;
  private static final int SZARRAY = 0x1d;

  private AttributeBlobs() {}

  /** A blob with arguments of the constructor alone. */
  public static byte[] blob(byte[]... fixed) {
    return blob(fixed, new byte[0][]);
  }

  /** A blob with arguments of the constructor and named ones. */
  public static byte[] blob(byte[][] fixed, byte[]... named) {
    LittleEndian blob = new LittleEndian().u2(1);
    Arrays.stream(fixed).forEach(blob::bytes);
    blob.u2(named.length);
    Arrays.stream(named).forEach(blob::bytes);
    return blob.toArray();
  }

  /** A number of one, two, four or eight bytes. */
  public static byte[] number(int bytes, long value) {
    byte[] all = new LittleEndian().u8(value).toArray();
    return Arrays.copyOf(all, bytes);
  }

  /** A string, or the name of a type. */
  public static byte[] text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return new LittleEndian().bytes(Compressed.unsigned(utf8.length)).bytes(utf8).toArray();
  }

  /** No string, or no type. */
  public static byte[] nullText() {
    return new byte[] {(byte) 0xff};
  }

  /** A vector. */
  public static byte[] array(byte[]... elements) {
    return claimedArray(elements.length, elements);
  }

  /** Returns a vector that claims {@code count} elements. */
  public static byte[] claimedArray(int count, byte[]... elements) {
    LittleEndian array = new LittleEndian().u4(count);
    Arrays.stream(elements).forEach(array::bytes);
    return array.toArray();
  }

  /** No vector. */
  public static byte[] nullArray() {
    return claimedArray(-1);
  }

  /** Returns the tag of a type of one byte: an element type, {@link #TYPE} or {@link #BOXED}. */
  public static byte[] tag(int type) {
    return new byte[] {(byte) type};
  }

  /** The tag of an enum. */
  public static byte[] enumTag(String name) {
    return new LittleEndian().u1(ENUM).bytes(text(name)).toArray();
  }

  /** The tag of a vector. */
  public static byte[] arrayTag(byte[] element) {
    return new LittleEndian().u1(SZARRAY).bytes(element).toArray();
  }

  /** A value where an object is wanted. */
  public static byte[] boxed(byte[] tag, byte[] value) {
    return new LittleEndian().bytes(tag).bytes(value).toArray();
  }

  /** A field that is set. */
  public static byte[] field(byte[] tag, String name, byte[] value) {
    return named(FIELD, tag, name, value);
  }

  /** A property that is set. */
  public static byte[] property(byte[] tag, String name, byte[] value) {
    return named(PROPERTY, tag, name, value);
  }

  private static byte[] named(int kind, byte[] tag, String name, byte[] value) {
    return new LittleEndian().u1(kind).bytes(tag).bytes(text(name)).bytes(value).toArray();
  }
}
