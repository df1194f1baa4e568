// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.metadata.given.Containers;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.given.Opened;
import dev.tiptoe.testdata.image.BundleBuilder;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes as a single-file bundle, and as the manifest of one whose files are sound: its members
 * listed, opened, and read to their last rows.
 */
@Tag("quarter-4")
class BundleFuzzTest {

  private static final byte[] SOUND = Containers.bundle(6);
  private static final byte[] BEFORE_MANIFEST =
      Arrays.copyOf(SOUND, BundleBuilder.manifestOf(SOUND));

  static Stream<byte[]> seeds() {
    return Stream.of(1, 2, 6)
        .map(Containers::bundle)
        .flatMap(bundle -> Stream.of(bundle, manifest(bundle)));
  }

  private static byte[] manifest(byte[] bundle) {
    return Arrays.copyOfRange(bundle, BundleBuilder.manifestOf(bundle), bundle.length);
  }

  @MethodSource("seeds")
  @FuzzTest
  void bundle_ofAnyBytes_isReadOrRefused(byte[] bytes) {
    Opened.bundle(Given.bytes(bytes));
    byte[] bundle = Arrays.copyOf(BEFORE_MANIFEST, BEFORE_MANIFEST.length + bytes.length);
    System.arraycopy(bytes, 0, bundle, BEFORE_MANIFEST.length, bytes.length);
    Opened.bundle(Given.bytes(bundle));
  }
}
