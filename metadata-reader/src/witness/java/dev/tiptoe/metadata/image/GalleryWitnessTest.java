// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.testdata.gallery.Gallery;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The exhibits that are too large for {@link GalleryTest}. */
@Tag("quarter-4")
class GalleryWitnessTest {

  static Set<String> names() {
    return GalleryTest.LARGE;
  }

  @ParameterizedTest
  @MethodSource("names")
  void exhibit_thatIsLarge_readToItsEnd_throwsNothingElse(String name) {
    GalleryTest.read(Gallery.named(name));
  }
}
