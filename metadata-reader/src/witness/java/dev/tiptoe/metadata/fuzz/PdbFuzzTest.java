// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.given.Containers;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.given.Opened;
import dev.tiptoe.metadata.image.Image;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a portable PDB, with the same results inside a module as alone. */
@Tag("quarter-1")
class PdbFuzzTest {

  private static final String METADATA = "BSJB";

  static Stream<byte[]> seeds() {
    return Stream.of(Containers.pdb());
  }

  @MethodSource("seeds")
  @FuzzTest
  void pdb_ofAnyBytes_isReadOrRefused(byte[] bytes) {
    byte[] pdb = Magic.withBeginning(METADATA, bytes);
    Opened alone = Opened.container(Given.bytes(pdb));
    Opened inside = Opened.container(embedded(pdb));
    assertEquals(alone.modules(), inside.modules());
    assertEquals(alone.reasons(), inside.reasons());
  }

  private static Bytes embedded(byte[] pdb) {
    Image module = Image.of(Given.bytes(Containers.embedding(pdb)));
    return module.debugDirectory().embeddedPdb().orElseThrow();
  }
}
