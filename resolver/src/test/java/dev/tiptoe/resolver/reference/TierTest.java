// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.AssemblyVersion;
import dev.tiptoe.resolver.answer.Tier;
import dev.tiptoe.resolver.feed.RuntimeInfo.Kind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TierTest {

  private static AssemblyIdentity lib(int major, int minor, String culture, String token) {
    return new AssemblyIdentity("Lib", new AssemblyVersion(major, minor, 0, 0), culture, token);
  }

  private static Tier core(AssemblyIdentity loaded, AssemblyIdentity wanted) {
    return Tier.of(loaded, wanted, Kind.CORE_CLR);
  }

  private static Tier desktop(AssemblyIdentity loaded, AssemblyIdentity wanted) {
    return Tier.of(loaded, wanted, Kind.DESKTOP_CLR);
  }

  /** Loaded versions, against a wanted version 9.0 of the German assembly with token aa. */
  @ParameterizedTest
  @CsvSource({
    "9, 0, de, aa, EXACT",
    "9, 0, DE, aa, EXACT",
    "9, 1, de, aa, HIGHER",
    "10, 0, de, aa, HIGHER",
    "65535, 0, de, aa, HIGHER",
    "8, 9, de, aa, REFUSED",
    "8, 9, de, bb, REFUSED",
    "9, 0, de, bb, OTHER",
    "9, 0, de, '', OTHER",
    "10, 0, de, bb, OTHER",
    "9, 0, at, aa, REFUSED",
    "10, 0, '', aa, REFUSED",
  })
  void tier_ofALoadedAssembly_isItsFit(
      int major, int minor, String culture, String token, Tier expected) {
    assertEquals(expected, core(lib(major, minor, culture, token), lib(9, 0, "de", "aa")));
  }

  /** A reference without a culture accepts every culture. */
  @Test
  void tier_ofACultureThatWasNotAskedFor_isOther() {
    assertEquals(Tier.OTHER, core(lib(9, 0, "de", "aa"), lib(9, 0, "", "aa")));
    assertEquals(Tier.OTHER, core(lib(9, 0, "de", "aa"), lib(9, 0, "neutral", "aa")));
  }

  /** The parts of a version after an unspecified part are ignored, as in the CLR's binder. */
  @ParameterizedTest
  @CsvSource({
    "65535, 9, 1, 0, HIGHER",
    "9, 65535, 9, 0, HIGHER",
    "9, 65535, 8, 9, REFUSED",
    "10, 65535, 9, 0, REFUSED",
  })
  void tier_whenAPartOfTheVersionIsNotAskedFor_doesNotDependOnIt(
      int major, int minor, int loadedMajor, int loadedMinor, Tier expected) {
    assertEquals(
        expected, core(lib(loadedMajor, loadedMinor, "", "aa"), lib(major, minor, "", "aa")));
  }

  /** The .NET Framework compares public key tokens, and no culture is one of its own. */
  @ParameterizedTest
  @CsvSource({
    "9, 0, de, aa, EXACT",
    "9, 0, DE, aa, EXACT",
    "9, 1, de, aa, HIGHER",
    "8, 9, de, aa, REFUSED",
    "9, 0, de, bb, REFUSED",
    "9, 0, de, '', REFUSED",
    "9, 0, '', aa, REFUSED",
  })
  void tier_inTheNetFramework_dependsOnThePublicKeyToken(
      int major, int minor, String culture, String token, Tier expected) {
    assertEquals(expected, desktop(lib(major, minor, culture, token), lib(9, 0, "de", "aa")));
  }

  /** It compares versions only where a strong name is asked for. */
  @Test
  void tier_inTheNetFrameworkWithoutAStrongName_doesNotDependOnTheVersion() {
    assertEquals(Tier.HIGHER, desktop(lib(10, 0, "", ""), lib(9, 0, "", "")));
    assertEquals(Tier.OTHER, desktop(lib(8, 0, "", ""), lib(9, 0, "", "")));
    assertEquals(Tier.EXACT, desktop(lib(9, 0, "neutral", ""), lib(9, 0, "", "")));
    assertEquals(Tier.REFUSED, desktop(lib(9, 0, "", "aa"), lib(9, 0, "", "")));
    assertEquals(Tier.REFUSED, desktop(lib(9, 0, "de", ""), lib(9, 0, "", "")));
  }

  @Test
  void tiers_upToSupplied_areAccepted() {
    assertEquals(
        List.of(true, true, true, true, false, false),
        Stream.of(Tier.values()).map(Tier::isAccepted).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "EXACT, EXACT, EXACT",
    "EXACT, HIGHER, HIGHER",
    "EXACT, OTHER, OTHER",
    "HIGHER, HIGHER, HIGHER",
    "HIGHER, OTHER, OTHER",
    "OTHER, OTHER, OTHER",
    "OTHER, SUPPLIED, SUPPLIED",
    "SUPPLIED, REFUSED, REFUSED",
    "REFUSED, ELSEWHERE, ELSEWHERE",
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
    assertEquals("supplied", Tier.SUPPLIED.toString());
    assertEquals("refused", Tier.REFUSED.toString());
    assertEquals("elsewhere", Tier.ELSEWHERE.toString());
  }
}
