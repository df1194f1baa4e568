// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.loads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;

class TypesOfRunsTest {

  private final TypesOfRuns alone = new TypesOfRuns();
  private final TypesOfRuns accompanied = new TypesOfRuns();

  @Test
  void runs_ofBothKinds_differInWhatEachOfTheOneLoadsAndNoneOfTheOther() {
    alone.add(Set.of("Ship", "Crane"));
    alone.add(Set.of("Ship", "Crane", "Pilot"));
    accompanied.add(Set.of("Ship", "Serpent", "Siren"));
    assertEquals(Set.of("Serpent", "Siren"), accompanied.alwaysAndNeverIn(alone));
    assertEquals(Set.of("Crane"), alone.alwaysAndNeverIn(accompanied));
  }

  @Test
  void type_thatOneRunOfItsKindDidNotLoad_isThereByChance() {
    alone.add(Set.of("Ship"));
    accompanied.add(Set.of("Ship", "Serpent", "Siren"));
    accompanied.add(Set.of("Ship", "Serpent"));
    assertEquals(Set.of("Serpent"), accompanied.alwaysAndNeverIn(alone));
    assertEquals(Set.of("Serpent", "Siren"), accompanied.everAndNeverIn(alone));
    assertEquals(3, accompanied.size());
    assertEquals(2, accompanied.runs());
  }

  @Test
  void type_thatARunOfTheOtherKindLoads_isExplained() {
    alone.add(Set.of("Ship"));
    accompanied.add(Set.of("Ship", "Serpent"));
    alone.add(Set.of("Ship", "Serpent"));
    assertEquals(Set.of(), accompanied.everAndNeverIn(alone));
    assertEquals(Set.of(), alone.alwaysAndNeverIn(accompanied));
  }
}
