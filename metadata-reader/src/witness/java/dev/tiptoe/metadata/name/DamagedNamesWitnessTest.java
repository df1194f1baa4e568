// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** More rows than {@link DamagedNamesTest} has. */
@Tag("quarter-4")
class DamagedNamesWitnessTest {

  @ParameterizedTest
  @EnumSource(NameStyle.class)
  void names_thatAreLongInVeryManyRows_areMadeForTheFirstOfThem(NameStyle style) {
    DamagedNamesTest rows = new DamagedNamesTest();
    rows.module();
    rows.longNamesAreMadeForTheFirst(style, 40_000);
  }
}
