// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * An image as bytes, with the offsets of places that tests damage. Immutable: damage makes another
 * image.
 */
public final class BuiltImage {

  private final byte[] bytes;
  private final int cor20;
  private final int metadata;
  private final int tables;

  BuiltImage(byte[] bytes, int cor20, int metadata, int tables) {
    this.bytes = bytes;
    this.cor20 = cor20;
    this.metadata = metadata;
    this.tables = tables;
  }

  /** A copy of the file. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** A buffer with a copy of the file. */
  public ByteBuffer buffer() {
    return ByteBuffer.wrap(bytes());
  }

  /** Bytes in the file. */
  public int length() {
    return bytes.length;
  }

  /** Where in the file the COR20 header lies. */
  public int cor20() {
    return cor20;
  }

  /** Where in the file the metadata root lies. */
  public int metadata() {
    return metadata;
  }

  /** Where in the file the tables stream lies. */
  public int tables() {
    return tables;
  }

  /** The same with another byte at {@code offset}. */
  public BuiltImage with8(int offset, int value) {
    byte[] damaged = bytes();
    damaged[offset] = (byte) value;
    return new BuiltImage(damaged, cor20, metadata, tables);
  }

  /** The same with another 32-bit number at {@code offset}. */
  public BuiltImage with32(int offset, int value) {
    byte[] damaged = bytes();
    ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, value);
    return new BuiltImage(damaged, cor20, metadata, tables);
  }

  /** The first {@code length} bytes of it. */
  public BuiltImage truncated(int length) {
    return new BuiltImage(Arrays.copyOf(bytes, length), cor20, metadata, tables);
  }
}
