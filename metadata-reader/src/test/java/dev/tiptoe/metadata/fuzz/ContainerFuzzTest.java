// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.metadata.given.Containers;
import dev.tiptoe.metadata.given.Opened;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes, opened as the container that they look like: a PE file of either layout, a bundle and
 * its members, a Webcil, a composite image, a portable PDB alone or embedded.
 */
class ContainerFuzzTest {

  static Stream<byte[]> seeds() {
    return Containers.all().values().stream();
  }

  @MethodSource("seeds")
  @FuzzTest
  void container_ofAnyBytes_isReadOrRefused(byte[] bytes) {
    Opened.of(bytes);
  }
}
