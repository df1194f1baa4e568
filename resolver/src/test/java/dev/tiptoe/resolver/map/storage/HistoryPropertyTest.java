// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.methodDef;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.typeDef;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Random histories: loads, unloads, reuse, duplicates, conflicts; samples out of order. */
final class HistoryPropertyTest {

  /** An observation may come to belong to what is described later. */
  private static final Set<HistoryStep.Kind> OBSERVATIONS =
      Set.of(HistoryStep.Kind.SAMPLED, HistoryStep.Kind.INSTANCE_SEEN);

  @Property(tries = 60, shrinking = ShrinkingMode.BOUNDED)
  void map_afterAnyHistory_answersLikeTheNaiveModelAtEveryTime(
      @ForAll("histories") List<HistoryStep> history) {
    answersLikeTheNaiveModel(history);
  }

  static void answersLikeTheNaiveModel(List<HistoryStep> history) {
    answersLikeTheNaiveModel(history, 1);
  }

  /** Asks at every so many times, and now. */
  static void answersLikeTheNaiveModel(List<HistoryStep> history, int step) {
    RuntimeIdMap map = new StoredMap();
    NaiveMap model = new NaiveMap();
    long end = 0;
    for (HistoryStep each : history) {
      each.feed(end, model);
      end = each.feed(end, map);
    }
    model.settle();
    for (long time = history.size() % step; time <= end + 1; time += step) {
      assertAnswersEqual(model, map.at(time), time);
    }
    assertAnswersEqual(model, map.now(), StoredView.NOW);
    assertEquals(model.statistics().conflicts(), map.statistics().conflicts());
    assertEquals(model.statistics().unknownUnloads(), map.statistics().unknownUnloads());
  }

  @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
  void pastAnswers_withoutBelatedFacts_areThoseOfTheirOwnTime(
      @ForAll("orderlyHistories") List<HistoryStep> history) {
    pastAnswersStay(history);
  }

  static void pastAnswersStay(List<HistoryStep> history) {
    RuntimeIdMap map = new StoredMap();
    List<List<Object>> answers = new ArrayList<>();
    List<Long> times = new ArrayList<>();
    long now = 0;
    for (HistoryStep step : history) {
      now = step.feed(now, map);
      times.add(now);
      answers.add(lookups(map.now()));
    }
    for (int i = 0; i < times.size(); i++) {
      assertEquals(answers.get(i), lookups(map.at(times.get(i))));
    }
  }

  private static void assertAnswersEqual(NaiveMap model, IdView view, long time) {
    for (int id = 1; id <= HistoryStep.IDS; id++) {
      assertEquals(model.meaningOf(type(id), time), view.meaningOf(type(id)));
      assertEquals(model.meaningOf(method(id), time), view.meaningOf(method(id)));
      assertEquals(model.meaningOf(module(id), time), view.meaningOf(module(id)));
    }
    for (int module = 1; module <= HistoryStep.MODULES; module++) {
      for (int rid = 0; rid <= HistoryStep.RIDS; rid++) {
        assertEquals(
            model.lookup(module(module), typeDef(rid), time),
            view.observedClassIDs(module(module), typeDef(rid)));
        assertEquals(
            model.lookup(module(module), methodDef(rid), time),
            view.observedFunctionIDs(module(module), methodDef(rid)));
        assertShortWaysAgree(view, module(module), rid);
      }
    }
    assertEquals(
        model.validAt(ClassShape.class::isInstance, time).collect(Collectors.toSet()),
        Set.copyOf(view.classes().toList()));
    assertEquals(
        model.validAt(FunctionShape.class::isInstance, time).collect(Collectors.toSet()),
        Set.copyOf(view.functions().toList()));
    assertEquals(
        model.validAt(LoadedModule.class::isInstance, time).collect(Collectors.toSet()),
        Set.copyOf(view.modules().toList()));
  }

  private static void assertShortWaysAgree(IdView view, ModuleID module, int rid) {
    List<ClassID> types = new ArrayList<>();
    view.forEachClassID(module, typeDef(rid), types::add);
    assertEquals(Set.copyOf(ids(view.observedClassIDs(module, typeDef(rid)))), Set.copyOf(types));
    List<FunctionID> methods = new ArrayList<>();
    view.forEachFunctionID(module, methodDef(rid), methods::add);
    assertEquals(
        Set.copyOf(ids(view.observedFunctionIDs(module, methodDef(rid)))), Set.copyOf(methods));
  }

  private static <I extends RuntimeID> List<I> ids(LookupAnswer<I> answer) {
    return answer instanceof LookupAnswer.Loaded<I> loaded ? loaded.ids() : List.of();
  }

  private static List<Object> lookups(IdView view) {
    List<Object> answers = new ArrayList<>();
    for (int id = 1; id <= HistoryStep.IDS; id++) {
      answers.add(view.typeDefOf(type(id)));
      answers.add(view.methodDefOf(method(id)));
    }
    for (int module = 1; module <= HistoryStep.MODULES; module++) {
      for (int rid = 1; rid <= HistoryStep.RIDS; rid++) {
        answers.add(withoutSubject(view.observedClassIDs(module(module), typeDef(rid))));
        answers.add(withoutSubject(view.observedFunctionIDs(module(module), methodDef(rid))));
      }
    }
    return answers;
  }

  /** The module's name may have been added later; all else is as it was. */
  private static String withoutSubject(LookupAnswer<?> answer) {
    return answer.toString().replace(answer.subject(), "");
  }

  @Provide
  static Arbitrary<List<HistoryStep>> histories() {
    return steps(1, HistoryStep.Kind.values());
  }

  @Provide
  static Arbitrary<List<HistoryStep>> orderlyHistories() {
    return steps(1, orderlyKinds());
  }

  static HistoryStep.Kind[] orderlyKinds() {
    return Stream.of(HistoryStep.Kind.values())
        .filter(kind -> !OBSERVATIONS.contains(kind))
        .toArray(HistoryStep.Kind[]::new);
  }

  private static Arbitrary<List<HistoryStep>> steps(int leastDelay, HistoryStep.Kind... kinds) {
    Arbitrary<Integer> choice = Arbitraries.integers().between(0, HistoryStep.IDS - 1);
    return Combinators.combine(
            Arbitraries.of(kinds),
            Arbitraries.integers().between(leastDelay, 2),
            choice,
            choice,
            choice)
        .as(HistoryStep::new)
        .list()
        .ofMaxSize(80);
  }
}
