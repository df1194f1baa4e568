// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.nativesymbols.demangle.Demangler;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a mangled name. */
@Tag("quarter-4")
class DemanglerFuzzTest {

  static Stream<byte[]> seeds() {
    return Stream.of(
            "_ZN4shop4CartcvSt6vectorIT_SaIS2_EEIiEEv",
            "_ZZN4shop6localsEvENKUlT_T0_E0_clIcdEEDaS0_S1_",
            "_ZSt12construct_atIcJRKcEEDTgsnwcvPvLi0E_T_pispcl7declvalIT0_EEEEPS3_DpOS4_",
            "_ZN4shop9functionsEPFviERFicEPFPFvlEiEPFiPKczE",
            "_ZThn8_N1A1fEv.cold",
            "")
        .map(name -> name.getBytes(StandardCharsets.UTF_8));
  }

  @MethodSource("seeds")
  @FuzzTest
  void demangler_ofAnyBytes_answersAlikeOrNotAtAll(byte[] bytes) {
    String name = new String(bytes, StandardCharsets.UTF_8);
    String first = Demangler.demangled(name);
    if (!first.equals(Demangler.demangled(name))) {
      throw new IllegalStateException(name + " is demangled in two ways");
    }
  }
}
