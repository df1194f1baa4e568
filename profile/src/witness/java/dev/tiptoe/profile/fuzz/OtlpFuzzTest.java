// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.given.RandomProfile;
import dev.tiptoe.profile.given.Runs;
import dev.tiptoe.profile.given.TestSymbols;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a profile of OTLP: what comes out is one if what went in was. */
@Tag("quarter-3")
class OtlpFuzzTest {

  static Stream<byte[]> seeds() {
    return Stream.of(1, 2, 3).map(seed -> RandomProfile.of(new Random(seed)).toByteArray());
  }

  @MethodSource("seeds")
  @FuzzTest
  void otlp_ofAnyBytes_isSymbolizedOrRefused(byte[] bytes) throws IOException {
    byte[] after;
    try {
      after = Runs.otlp(bytes, TestSymbols.both()).bytes();
      // What was compressed is compressed again.
      if (!isGzip(bytes) && !Arrays.equals(bytes, Runs.otlp(bytes, TestSymbols.none()).bytes())) {
        throw new IllegalStateException("without symbols something changes");
      }
    } catch (ProfileFormatException e) {
      return;
    }
    if (isProfile(bytes) && !isProfile(after)) {
      throw new IllegalStateException("what is written is no profile");
    }
  }

  private static boolean isProfile(byte[] bytes) {
    try {
      ProfilesData unused = ProfilesData.parseFrom(bytes);
      return true;
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
  }

  private static boolean isGzip(byte[] bytes) {
    return bytes.length > 1 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b;
  }
}
