// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.stress;

import static dev.tiptoe.testdata.image.SignatureBlobs.I4;
import static dev.tiptoe.testdata.image.SignatureBlobs.classType;
import static dev.tiptoe.testdata.image.SignatureBlobs.method;
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.Container;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.ImageBuilder;

/** A small module whose image has been asked nothing yet. */
final class FreshImage {

  /** What it is called. */
  static final String NESTED_NAME = "Inner";

  /** A method that takes the nested type. */
  static final int METHOD = 0x06000002;

  /** What that is called. */
  static final String METHOD_NAME = "N.Last::Take(N.Outer+Inner):System.Int32";

  private static final Container MODULE = Container.of(Bytes.of("stress.dll", module()));

  private FreshImage() {}

  private static byte[] module() {
    ImageBuilder builder = ImageBuilder.assembly("Stress", "1.0.0.0");
    int outer = builder.typeDef("N", "Outer");
    int nested = builder.nested(outer, NESTED_NAME);
    builder.method("First", method(primitive(I4)));
    builder.typeDef("N", "Last");
    builder.method("Take", method(primitive(I4), classType(nested)));
    return builder.build().bytes();
  }

  static Image get() {
    return Image.of(MODULE);
  }
}
