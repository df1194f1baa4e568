// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.given.Everything;
import java.io.IOException;
import java.nio.file.Path;

/** Checks of whole images. Stateless. */
public final class ImageChecks {

  private ImageChecks() {}

  /** Reads an image to its end, without damage. */
  public static void everything(Image image) {
    long characters =
        Everything.of(
            image,
            damage -> {
              throw damage;
            });
    assertTrue(characters > 0);
  }

  /** The identity that is read from a few bytes is that of the whole file. */
  public static void identity(Image image) throws IOException {
    ImageIdentityTest.check(Path.of(image.file()), image);
  }
}
