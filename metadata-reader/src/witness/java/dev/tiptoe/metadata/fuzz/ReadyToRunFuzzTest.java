// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.metadata.given.GivenCode;
import dev.tiptoe.metadata.given.NativeCodeReader;
import dev.tiptoe.testdata.image.ReadyToRunBuilder.Processor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes, opened as a file with native code, and all of that listed, found and named. */
@Tag("quarter-3")
class ReadyToRunFuzzTest {

  static Stream<byte[]> seeds() {
    return Stream.of(
        GivenCode.everything(Processor.AMD64_LINUX).bytes(),
        GivenCode.everything(Processor.ARM64).bytes(),
        GivenCode.everything(Processor.I386).bytes(),
        GivenCode.composite().bytes());
  }

  @MethodSource("seeds")
  @FuzzTest
  void nativeCode_ofAnyBytes_isReadOrRefused(byte[] bytes) {
    NativeCodeReader.readOrRefuse(bytes);
  }
}
