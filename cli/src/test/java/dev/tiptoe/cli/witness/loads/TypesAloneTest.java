// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.witness.loads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TypesAloneTest {

  private final TypesAlone alone = new TypesAlone();

  @Test
  void program_thatLoadsTheSameEachTime_mustLoadJustThat() {
    alone.add(Set.of("Ship", "Crane"));
    alone.add(Set.of("Ship", "Crane"));
    assertEquals(List.of(), alone.differences(Set.of("Crane", "Ship")));
    assertEquals(
        List.of("Serpent: only with it", "Crane: only without it"),
        alone.differences(Set.of("Ship", "Serpent")));
    assertFalse(alone.mayExplain(Set.of("Serpent")));
  }

  @Test
  void program_thatLoadsOtherTypesEachTime_mayLoadWhatAnyRunLoaded() {
    alone.add(Set.of("Ship", "Crane"));
    alone.add(Set.of("Ship", "Pilot"));
    assertEquals(List.of(), alone.differences(Set.of("Pilot")));
    assertEquals(
        List.of("Serpent: only with it"), alone.differences(Set.of("Ship", "Crane", "Serpent")));
    assertTrue(alone.mayExplain(Set.of("Serpent")));
    assertFalse(alone.mayExplain(Set.of("Ship")));
    assertEquals(3, alone.size());
  }
}
