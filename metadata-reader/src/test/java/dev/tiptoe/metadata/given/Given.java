// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.given;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.table.Tables;
import dev.tiptoe.testdata.image.BuiltImage;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.nio.ByteBuffer;

/** Common inputs of tests: bytes and images, named {@value #FILE} in errors. */
public final class Given {

  /** The name of the file that all of this pretends to come from. */
  public static final String FILE = "given.dll";

  private Given() {}

  /** A window onto bytes that are written as numbers. */
  public static Bytes bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes(bytes);
  }

  /** A window onto bytes. */
  public static Bytes bytes(byte[] bytes) {
    return Bytes.of(FILE, ByteBuffer.wrap(bytes));
  }

  /** An image, built and opened. */
  public static Image image(ImageBuilder builder) {
    return image(builder.build());
  }

  /** An image, opened. */
  public static Image image(BuiltImage built) {
    return Image.of(FILE, built.buffer());
  }

  /** The tables of an image that is being built, without the image around them. */
  public static Tables tables(ImageBuilder builder) {
    return new Tables(bytes(builder.tables()), false);
  }
}
