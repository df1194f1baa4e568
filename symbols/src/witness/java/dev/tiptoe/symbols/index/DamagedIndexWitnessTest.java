// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.io.IOException;
import java.nio.file.Path;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@link DamagedIndexTest} tries in some places, in all of them. */
@Tag("quarter-3")
class DamagedIndexWitnessTest {

  @Test
  void file_withAnyByteChanged_isRefusedOrAnswersAsBefore() {
    DamagedIndexTest.byteChanged(1);
  }

  @Test
  void summary_ofAFileWithAnyByteOfItsBeginningChanged_isRefusedOrAsBefore(@TempDir Path folder)
      throws IOException {
    DamagedIndexTest.summaryChanged(folder, 1);
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  @net.jqwik.api.Tag("quarter-3")
  void file_withRightChecksums_isReadOrRefused(@ForAll long seed) {
    DamagedIndexTest.readOrRefuse(DamagedIndexTest.GOOD, seed);
  }

  @Test
  void file_withAnyWidthOfAShape_isReadOrRefused() {
    DamagedIndexTest.widths(1);
  }
}
