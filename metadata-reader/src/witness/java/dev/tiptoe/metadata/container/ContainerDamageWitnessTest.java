// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@link ContainerDamageTest} tries in some places, in all of them. */
@Tag("quarter-2")
class ContainerDamageWitnessTest {

  static Set<String> kinds() {
    return ContainerDamageTest.kinds();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void file_cutAtAnyByte_givesWhatIsLeft(String kind) {
    ContainerDamageTest.cut(kind, 1);
  }

  @Provide
  Arbitrary<String> kind() {
    return Arbitraries.of(kinds());
  }

  @Property(tries = 3000)
  @net.jqwik.api.Tag("quarter-2")
  void file_withAnyBytesChangedOften_givesWhatItCan(
      @ForAll("kind") String kind,
      @ForAll @Size(min = 1, max = 12) List<Integer> places,
      @ForAll @Size(12) byte[] values) {
    ContainerDamageTest.changed(kind, places, values);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void file_withAnyNumberInItsHeadersChanged_givesWhatItCan(String kind) {
    ContainerDamageTest.numbersChanged(kind, 1);
  }
}
