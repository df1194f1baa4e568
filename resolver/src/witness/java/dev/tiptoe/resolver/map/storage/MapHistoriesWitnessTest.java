// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Very many random histories against the naive model of the map. {@code -Dmap.histories=1000000}
 * tries a million of each kind, and {@code -Dmap.seed} others.
 */
@Tag("quarter-2")
final class MapHistoriesWitnessTest {

  private static final int TRIES = Integer.getInteger("map.histories", 50_000);

  /** So many histories are worth more than all times of each. */
  private static final int STEP = 7;

  private static final long SEED = Long.getLong("map.seed", 1);

  @Test
  void map_afterAnyHistory_answersLikeTheNaiveModelAtEveryTime() {
    HistoryHunt.hunt(
        TRIES,
        SEED,
        random -> HistoryHunt.anyHistory(random, HistoryStep.Kind.values()),
        history -> HistoryPropertyTest.answersLikeTheNaiveModel(history, STEP),
        HistoryHunt::inWords);
  }

  @Test
  void map_fedInAnyOrder_answersAsIfFedInOrder() {
    HistoryHunt.hunt(
        TRIES,
        SEED,
        HistoryHunt::programHistory,
        steps ->
            LateFactsPropertyTest.answersAsIfFedInOrder(
                HistoryHunt.program(steps), HistoryHunt.fed(steps), STEP),
        HistoryHunt::fedInWords);
  }

  @Test
  void pastAnswers_withoutBelatedFacts_areThoseOfTheirOwnTime() {
    HistoryHunt.hunt(
        TRIES,
        SEED,
        random -> HistoryHunt.anyHistory(random, HistoryPropertyTest.orderlyKinds()),
        HistoryPropertyTest::pastAnswersStay,
        HistoryHunt::inWords);
  }

  @Test
  void noNamedType_wasNeverAnnounced() {
    HistoryHunt.hunt(
        TRIES,
        SEED,
        random -> HistoryHunt.anyHistory(random, HistoryStep.Kind.values()),
        history -> AbsenceProofPropertyTest.provesNoAbsenceOfWhatWasNamed(history, STEP),
        HistoryHunt::inWords);
  }

  @Test
  void noNamedType_fedInAnyOrder_wasNeverAnnounced() {
    HistoryHunt.hunt(
        TRIES / 20, // asked after every fact
        SEED,
        HistoryHunt::programHistory,
        steps ->
            AbsenceProofPropertyTest.provesNoAbsenceOfWhatWasNamed(
                HistoryHunt.program(steps), HistoryHunt.fed(steps)),
        HistoryHunt::fedInWords);
  }

  @Test
  void map_whileFactsAreMissing_hasNoEvidenceForTheWrongMeaning() {
    HistoryHunt.hunt(
        TRIES / 20, // asked after every fact
        SEED,
        HistoryHunt::programHistory,
        steps ->
            LateFactsPropertyTest.hasNoEvidenceForTheWrongMeaning(
                HistoryHunt.program(steps), HistoryHunt.fed(steps)),
        HistoryHunt::fedInWords);
  }

  @Test
  void functionAt_afterAnyHistory_isThatOfThePlainList() {
    HistoryHunt.hunt(
        TRIES / 100, // every address is looked up at every time
        SEED,
        CodePropertyTest::anyHistory,
        CodePropertyTest::isThatOfThePlainList,
        history -> history.stream().map(CodePropertyTest.Event::toString).toList());
  }
}
