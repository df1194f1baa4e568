// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.AssemblyVersion;
import dev.tiptoe.resolver.answer.Tier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TierTest {

  private static AssemblyIdentity lib(int major, int minor, String culture, String token) {
    return new AssemblyIdentity("Lib", new AssemblyVersion(major, minor, 0, 0), culture, token);
  }

  /** Loaded versions, against a wanted version 9.0 of the German assembly with token aa. */
  @ParameterizedTest
  @CsvSource({
    "9, 0, de, aa, EXACT",
    "9, 0, DE, aa, EXACT",
    "9, 1, de, aa, HIGHER",
    "10, 0, de, aa, HIGHER",
    "65535, 0, de, aa, HIGHER",
    "8, 9, de, aa, OTHER",
    "9, 0, de, bb, OTHER",
    "9, 0, de, '', OTHER",
    "10, 0, de, bb, OTHER",
    "9, 0, at, aa, OTHER",
    "10, 0, '', aa, OTHER",
  })
  void tier_ofALoadedAssembly_isItsFit(
      int major, int minor, String culture, String token, Tier expected) {
    assertEquals(expected, Tier.of(lib(major, minor, culture, token), lib(9, 0, "de", "aa")));
  }

  @ParameterizedTest
  @CsvSource({
    "EXACT, EXACT, EXACT",
    "EXACT, HIGHER, HIGHER",
    "EXACT, OTHER, OTHER",
    "HIGHER, HIGHER, HIGHER",
    "HIGHER, OTHER, OTHER",
    "OTHER, OTHER, OTHER",
  })
  void worst_ofTwo_isTheLaterOne(Tier one, Tier other, Tier worst) {
    assertEquals(worst, one.worst(other));
    assertEquals(worst, other.worst(one));
  }

  @Test
  void tier_asText_isInLowerCase() {
    assertEquals("exact", Tier.EXACT.toString());
    assertEquals("higher", Tier.HIGHER.toString());
    assertEquals("other", Tier.OTHER.toString());
  }
}
