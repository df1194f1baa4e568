// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.metadata.given.Containers;
import dev.tiptoe.metadata.given.Everything;
import dev.tiptoe.metadata.given.Opened;
import dev.tiptoe.metadata.given.Sample;
import dev.tiptoe.testdata.image.PeFormat;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes, opened as an image of whatever kind they look like, and everything of it read: a PE
 * file of either layout, metadata alone, a composite image and its assemblies.
 */
@Tag("quarter-4")
class ImageFuzzTest {

  static Stream<byte[]> seeds() {
    Map<String, byte[]> kinds = Containers.all();
    return Stream.concat(
        Stream.of(
            Sample.module().build().bytes(),
            Sample.module().build(PeFormat.PE32_PLUS.readyToRun(3)).bytes(),
            Sample.uncompressed().minimalDelta().heapSizes(7).build().bytes()),
        Stream.of("PE, flat", "PE, loaded", "raw metadata", "composite").map(kinds::get));
  }

  @MethodSource("seeds")
  @FuzzTest
  void image_ofAnyBytes_isReadOrRefused(byte[] bytes) {
    Everything.readOrRefuse(bytes);
    Opened.of(bytes);
  }
}
