// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.given.Containers;
import dev.tiptoe.metadata.given.Opened;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of file, whole, cut off anywhere, and with any bytes changed. */
class ContainerDamageTest {

  /** Of this many places one is tried; the witness tries all. */
  private static final int SHARE = 7;

  private static final Map<String, byte[]> FILES = Containers.all();

  /** The contents of a whole file of each kind. */
  private static final Map<String, List<String>> MODULES =
      Map.ofEntries(
          Map.entry("PE, flat", List.of("PDB", "Flat.dll")),
          Map.entry("PE, loaded", List.of("PDB", "Flat.dll")),
          Map.entry("Webcil 0", List.of("PDB", "Flat.dll")),
          Map.entry("Webcil 1", List.of("PDB", "Flat.dll")),
          Map.entry("Webcil in WebAssembly", List.of("PDB", "Flat.dll")),
          Map.entry("Webcil in WebAssembly, active", List.of("PDB", "Flat.dll")),
          Map.entry("raw metadata", List.of("Raw.dll")),
          Map.entry("portable PDB", List.of("PDB")),
          Map.entry("composite", List.of("One.dll", "Two.dll")),
          Map.entry("bundle 1", List.of("Raw.dll")),
          Map.entry("bundle 2", List.of("Raw.dll")),
          Map.entry("bundle 6", List.of("Raw.dll", "PDB", "Flat.dll")));

  static Set<String> kinds() {
    return FILES.keySet();
  }

  private static byte[] file(String kind) {
    return FILES.getOrDefault(kind, new byte[0]);
  }

  @Test
  void kinds_areAllThereAre() {
    assertEquals(MODULES.keySet(), FILES.keySet());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void file_undamaged_givesAllItsModules(String kind) {
    assertEquals(MODULES.get(kind), Opened.of(file(kind)).modules());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void file_cutAtOneByteInMany_givesWhatIsLeft(String kind) {
    cut(kind, SHARE);
  }

  /** Cut-off parts are missing; no other exception than the format's is thrown. */
  static void cut(String kind, int step) {
    byte[] file = file(kind);
    List<String> whole = Opened.of(file).modules();
    int most = 0;
    for (int length = 0; length < file.length; length += step) {
      List<String> left = Opened.of(Arrays.copyOf(file, length)).modules();
      assertTrue(whole.containsAll(left), () -> left + " of " + whole);
      assertTrue(left.size() >= most, "more bytes never hold less");
      most = left.size();
    }
  }

  @Provide
  Arbitrary<String> kind() {
    return Arbitraries.of(kinds());
  }

  @Property(tries = 300)
  void file_withAnyBytesChanged_givesWhatItCan(
      @ForAll("kind") String kind,
      @ForAll @Size(min = 1, max = 12) List<Integer> places,
      @ForAll @Size(12) byte[] values) {
    changed(kind, places, values);
  }

  /** Opens a file with other bytes in some places. */
  static void changed(String kind, List<Integer> places, byte[] values) {
    byte[] file = file(kind).clone();
    for (int i = 0; i < places.size(); i++) {
      file[Math.floorMod(places.get(i), file.length)] = values[i];
    }
    Opened.of(file);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void file_withOneNumberInManyInItsHeadersChanged_givesWhatItCan(String kind) {
    numbersChanged(kind, SHARE);
  }

  /** Offsets, sizes and counts are numbers of 32 bits: each in turn is what it should not be. */
  static void numbersChanged(String kind, int step) {
    byte[] file = file(kind);
    for (int at = 0; at + 4 <= Math.min(file.length, 0x600); at += 4 * step) {
      for (int value : new int[] {0, -1, 0x7fffffff, file.length}) {
        byte[] damaged = file.clone();
        for (int i = 0; i < 4; i++) {
          damaged[at + i] = (byte) (value >>> (8 * i));
        }
        Opened.of(damaged);
      }
    }
  }
}
