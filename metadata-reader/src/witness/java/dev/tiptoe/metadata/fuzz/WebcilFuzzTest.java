// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.metadata.given.Containers;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.given.Opened;
import dev.tiptoe.testdata.image.WebcilFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes as a WebAssembly module, and as a Webcil, with the same results inside a WebAssembly
 * module as alone.
 */
@Tag("quarter-3")
class WebcilFuzzTest {

  private static final String WEBCIL = "WbIL";
  private static final String WASM = "\0asm\1\0\0\0";

  static Stream<byte[]> seeds() {
    return Containers.all().entrySet().stream()
        .filter(kind -> kind.getKey().startsWith("Webcil"))
        .map(kind -> kind.getValue());
  }

  @MethodSource("seeds")
  @FuzzTest
  void webcil_ofAnyBytes_isReadOrRefused(byte[] bytes) {
    if (bytes.length > 0 && bytes[0] == 0) {
      Opened.container(Given.bytes(Magic.withBeginning(WASM, bytes)));
    } else {
      byte[] webcil = Magic.withBeginning(WEBCIL, bytes);
      Opened alone = Opened.container(Given.bytes(webcil));
      Opened inside = Opened.container(Given.bytes(WebcilFile.inWasm(webcil)));
      assertEquals(alone.modules(), inside.modules());
      assertEquals(alone.reasons(), inside.reasons());
    }
  }
}
