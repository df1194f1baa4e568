// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quarter-2")
class FSharpNoiseTest {

  @Test
  void entries_ofFSharp_existInItsLibrary() throws IOException {
    Path sdk = TestRuntime.netCore31().resolve("../../../sdk/3.1.102/FSharp").normalize();
    NoiseFramesTest.assertExisting(
        entry -> entry.assembly().equals(NoiseFramesTest.FSHARP),
        assembly -> sdk.resolve(assembly + ".dll"));
  }
}
