// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.given.Pprof;
import dev.tiptoe.profile.given.Runs;
import dev.tiptoe.profile.given.TestSymbols;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a profile of pprof. */
@Tag("quarter-3")
class PprofFuzzTest {

  static Stream<byte[]> seeds() {
    Pprof profile = new Pprof();
    long mapping =
        profile.mapping("Written.dll", TestSymbols.mvid(TestSymbols.WRITTEN).toString(), 0);
    long last = profile.location(mapping, DotnetAddress.of(3, 5), 0);
    long next =
        profile.location(mapping, DotnetAddress.of(7, 0), profile.function("N.M", "Written.dll"));
    return Stream.of(profile.sample(1, last, next).build().toByteArray(), new byte[0]);
  }

  @MethodSource("seeds")
  @FuzzTest
  void pprof_ofAnyBytes_isSymbolizedOrRefused(byte[] bytes) throws IOException {
    try {
      byte[] after = Runs.pprof(bytes, TestSymbols.both()).bytes();
      if (!Arrays.equals(after, Runs.pprof(after, TestSymbols.both()).bytes())) {
        throw new IllegalStateException("symbolizing again changes something");
      }
      // What was compressed is compressed again.
      if (!isGzip(bytes) && !Arrays.equals(bytes, Runs.pprof(bytes, TestSymbols.none()).bytes())) {
        throw new IllegalStateException("without symbols something changes");
      }
    } catch (ProfileFormatException e) {
      // Refused, as damaged bytes should be.
    }
  }

  private static boolean isGzip(byte[] bytes) {
    return bytes.length > 1 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b;
  }
}
