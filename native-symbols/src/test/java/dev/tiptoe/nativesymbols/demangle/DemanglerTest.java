// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.demangle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The names that {@code names.cpp} is compiled to, beside what {@code nm -C} makes of them. */
class DemanglerTest {

  private static List<String[]> golden() throws IOException {
    List<String[]> golden = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(DemanglerTest.class.getResourceAsStream("names.tsv")),
                StandardCharsets.UTF_8))) {
      lines.lines().map(line -> line.split("\t")).forEach(golden::add);
    }
    return golden;
  }

  @Test
  void demangler_ofWhatACompilerWrote_writesWhatNmWrites() throws IOException {
    List<String> different = new ArrayList<>();
    int same = 0;
    for (String[] pair : golden()) {
      String ours = Demangler.demangled(pair[0]);
      if (ours.equals(pair[1])) {
        same++;
      } else if (!pair[1].equals(pair[0])) {
        different.add(pair[0] + "\n  nm:   " + pair[1] + "\n  ours: " + ours);
      }
    }
    assertEquals(List.of(), different);
    assertTrue(same > 300, "compared " + same);
  }

  @Test
  void demangler_ofWhatNmLeaves_followsTheGrammar() {
    assertEquals(
        "shop::Cart::operator std::vector<int, std::allocator<int> ><int>() const",
        Demangler.demangled("_ZNK4shop4CartcvSt6vectorIT_SaIS2_EEIiEEv"));
    assertEquals("N::{unnamed type#1}::~{unnamed type#1}()", Demangler.demangled("_ZN1NUt_D1Ev"));
  }

  @Test
  void demangler_ofPartsOfFunctions_keepsTheirSuffixes() {
    assertEquals("f() [clone .cold]", Demangler.demangled("_Z1fv.cold"));
    assertEquals(
        "f() [clone .constprop.0] [clone .isra.12]",
        Demangler.demangled("_Z1fv.constprop.0.isra.12"));
    assertEquals("f() [clone .part.0]", Demangler.demangled("_Z1fv.part.0"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "_",
        "_Z",
        "_ZN",
        "main",
        "Z1fv",
        "_Z1",
        "_Z9999999999x",
        "_ZNE",
        "_Z1fS_",
        "_Z1fT_",
        "_Z1fvX",
        "_Z1fPv.",
        "_ZTV",
        "_ZZ1fvE",
        "_Z1fIXE",
        "_ZGVNSt",
        "_Z1fIiET5_",
        "_ZNC1Ev",
        "_Z1f\u00e9",
        "_ZN3fooC9Ev"
      })
  void demangler_ofWhatIsNoMangledName_hasNoAnswer(String name) {
    assertEquals(Optional.empty(), Demangler.demangle(name));
    assertEquals(name, Demangler.demangled(name));
  }

  @Test
  void demangler_ofAnIdentifierInUtf8_keepsIt() {
    assertEquals("gr\u00fc\u00df(int)", Demangler.demangled("_Z4gr\u00fc\u00dfi"));
  }

  /** Each parameter is a function of the one before, twice. */
  private static String doubling(int times) {
    StringBuilder name = new StringBuilder("_Z1fPFvvE");
    String alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (int i = 0; i < times; i++) {
      // After the n-th step the newest substitution is that of a pointer to a function.
      int newest = 2 * i + 1;
      String ref = "S" + (newest == 0 ? "" : "" + base36(newest - 1, alphabet)) + "_";
      name.append("PFv").append(ref).append(ref).append("E");
    }
    return name.toString();
  }

  private static String base36(int value, String alphabet) {
    String digit = String.valueOf(alphabet.charAt(value % 36));
    return value < 36 ? digit : base36(value / 36, alphabet) + digit;
  }

  @Test
  void demangler_ofNamesThatWouldDoubleForever_givesUpSoon() {
    assertTrue(Demangler.demangle(doubling(3)).isPresent(), "the name is not of the grammar");
    for (int times = 10; times < 2000; times += 97) {
      String name = doubling(times);
      assertTimeout(Duration.ofSeconds(2), () -> Demangler.demangle(name));
    }
    assertEquals(Optional.empty(), Demangler.demangle(doubling(40)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"P", "R", "K", "A_", "N1a", "F", "M1a", "1aI", "DTad", "Dp", "Z1f", "O"})
  void demangler_ofDeepNesting_givesUpWithoutAnError(String part) {
    String deep = "_Z1f" + part.repeat(Demangler.LONGEST / part.length() - 10) + "v";
    assertTimeout(Duration.ofSeconds(5), () -> Demangler.demangle(deep));
    String chain = "_Z1fPv" + "PS_".repeat(20_000);
    assertTimeout(Duration.ofSeconds(5), () -> Demangler.demangle(chain));
  }

  /** Names of each kind with bytes changed, dropped, doubled and exchanged. */
  @Test
  void demangler_ofDamagedNames_endsSoonWithOrWithoutAnAnswer() throws IOException {
    Random random = new Random(7);
    List<String[]> golden = golden();
    long began = System.nanoTime();
    int answers = 0;
    for (int i = 0; i < 10_000; i++) {
      StringBuilder name = new StringBuilder(golden.get(random.nextInt(golden.size()))[0]);
      String other = golden.get(random.nextInt(golden.size()))[0];
      for (int j = random.nextInt(4); j >= 0; j--) {
        int at = 2 + random.nextInt(name.length() - 2);
        switch (random.nextInt(4)) {
          case 0 -> name.setCharAt(at, other.charAt(random.nextInt(other.length())));
          case 1 -> name.deleteCharAt(at).append('v');
          case 2 -> name.insert(at, name.substring(at, Math.min(name.length(), at + 9)));
          default -> name.insert(at, other.substring(2 + random.nextInt(other.length() - 2)));
        }
      }
      answers += Demangler.demangle(name.toString()).isPresent() ? 1 : 0;
    }
    assertTrue(answers > 500, "understood " + answers);
    assertTrue(System.nanoTime() - began < 60_000_000_000L, "a name takes milliseconds");
  }
}
