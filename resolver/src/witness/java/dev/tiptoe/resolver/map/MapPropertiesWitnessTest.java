// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/** The properties of the map after many more histories than in the unit tests. */
@Tag("quarter-2")
final class MapPropertiesWitnessTest {

  @Property(tries = 1_000, shrinking = ShrinkingMode.BOUNDED)
  void map_toldInAnyOrder_answersAsIfToldInOrder(
      @ForAll("trueHistories") List<TrueHistory.Step> steps, @ForAll long seed) {
    LateFactsPropertyTest.answersAsIfToldInOrder(steps, seed);
  }

  @Property(tries = 1_000, shrinking = ShrinkingMode.BOUNDED)
  void map_whileFactsAreMissing_hasNoEvidenceForTheWrongMeaning(
      @ForAll("trueHistories") List<TrueHistory.Step> steps, @ForAll long seed) {
    LateFactsPropertyTest.hasNoEvidenceForTheWrongMeaning(steps, seed);
  }

  @Property(tries = 2_000, shrinking = ShrinkingMode.BOUNDED)
  void map_afterAnyHistory_answersLikeTheNaiveModelAtEveryTime(
      @ForAll("histories") List<HistoryStep> history) {
    HistoryPropertyTest.answersLikeTheNaiveModel(history);
  }

  @Property(tries = 500, shrinking = ShrinkingMode.BOUNDED)
  void pastAnswers_withoutBelatedFacts_areThoseOfTheirOwnTime(
      @ForAll("orderlyHistories") List<HistoryStep> history) {
    HistoryPropertyTest.pastAnswersStay(history);
  }

  @Property(tries = 200, shrinking = ShrinkingMode.BOUNDED)
  void functionAt_afterAnyHistory_isThatOfThePlainList(
      @ForAll("codeHistories") List<CodePropertyTest.Event> history) {
    CodePropertyTest.isThatOfThePlainList(history);
  }

  @Provide
  Arbitrary<List<TrueHistory.Step>> trueHistories() {
    return LateFactsPropertyTest.histories();
  }

  @Provide
  Arbitrary<List<HistoryStep>> histories() {
    return HistoryPropertyTest.histories();
  }

  @Provide
  Arbitrary<List<HistoryStep>> orderlyHistories() {
    return HistoryPropertyTest.orderlyHistories();
  }

  @Provide
  Arbitrary<List<CodePropertyTest.Event>> codeHistories() {
    return CodePropertyTest.histories();
  }
}
