// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.methodDef;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.typeDef;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.Fact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.Lease;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
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

/**
 * True histories, fed in any order that keeps each source's own: afterwards the answers are those
 * of the history fed in order, and meanwhile no evidence belongs to the wrong meaning.
 *
 * <p>{@code MapHistoriesWitnessTest} tries it more often.
 */
final class LateFactsPropertyTest {

  @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
  void map_fedInAnyOrder_answersAsIfFedInOrder(
      @ForAll("histories") List<TrueHistory.Step> steps, @ForAll long seed) {
    answersAsIfFedInOrder(steps, seed);
  }

  static void answersAsIfFedInOrder(List<TrueHistory.Step> steps, long seed) {
    TrueHistory history = TrueHistory.of(steps);
    answersAsIfFedInOrder(history, history.shuffled(seed));
  }

  static void answersAsIfFedInOrder(TrueHistory history, List<TrueHistory.Fact> fed) {
    answersAsIfFedInOrder(history, fed, 1);
  }

  /** Asks at every so many times, and now. */
  static void answersAsIfFedInOrder(TrueHistory history, List<TrueHistory.Fact> fed, int step) {
    NaiveMap truth = truth(history);
    RuntimeIdMap map = new StoredMap();
    for (TrueHistory.Fact fact : fed) {
      fact.call().accept(map);
    }
    assertEquals(0, map.statistics().lost());
    for (long time = fed.size() % step; time <= history.end(); time += step) {
      assertAnswersEqual(truth, map.at(time), time);
      assertCodeEqual(history, truth, map.at(time), time);
    }
    assertAnswersEqual(truth, map.now(), StoredView.NOW);
    assertCodeEqual(history, truth, map.now(), StoredView.NOW);
    assertLeasesAreOfWhatLives(truth, map);
  }

  @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
  void map_whileFactsAreMissing_hasNoEvidenceForTheWrongMeaning(
      @ForAll("histories") List<TrueHistory.Step> steps, @ForAll long seed) {
    hasNoEvidenceForTheWrongMeaning(steps, seed);
  }

  static void hasNoEvidenceForTheWrongMeaning(List<TrueHistory.Step> steps, long seed) {
    TrueHistory history = TrueHistory.of(steps);
    hasNoEvidenceForTheWrongMeaning(history, history.shuffled(seed));
  }

  static void hasNoEvidenceForTheWrongMeaning(TrueHistory history, List<TrueHistory.Fact> fed) {
    RuntimeIdMap map = new StoredMap();
    for (TrueHistory.Fact fact : fed) {
      fact.call().accept(map);
      Stream.concat(map.history().classes(), map.history().functions())
          .forEach(known -> assertIsTrue(known, history));
    }
  }

  /** Each time at which a fact described the ID, it was that. */
  private static void assertIsTrue(Fact known, TrueHistory truth) {
    for (Evidence each : known.evidence()) {
      Evidence.Observed observed = (Evidence.Observed) each;
      if (!EvidenceKinds.isMostlyObserved(observed.kind())) {
        Optional<Object> really = truth.meaningOf(known.id(), observed.since());
        assertTrue(
            really.filter(shape -> isSame(known, shape)).isPresent(),
            () -> known + " is in truth " + really);
      }
    }
  }

  private static boolean isSame(Fact known, Object truth) {
    if (known instanceof ClassFact one && truth instanceof ClassShape other) {
      return withoutParent(one.shape()).equals(withoutParent(other));
    }
    return known instanceof FunctionFact one
        && truth instanceof FunctionShape other
        && one.shape().methodDef().equals(other.methodDef())
        && one.shape().module().equals(other.module());
  }

  private static ClassShape withoutParent(ClassShape shape) {
    return shape instanceof ClassShape.Defined type
        ? new ClassShape.Defined(
            type.module(), type.typeDef(), new ClassID(0), type.typeArguments())
        : shape;
  }

  private static NaiveMap truth(TrueHistory history) {
    NaiveMap truth = new NaiveMap();
    history.inOrder().forEach(fact -> fact.call().accept(truth));
    truth.settle();
    return truth;
  }

  private static void assertAnswersEqual(NaiveMap truth, IdView view, long time) {
    for (int id = 1; id <= TrueHistory.TYPES; id++) {
      assertEquals(truth.meaningOf(type(id), time), view.meaningOf(type(id)), at(time));
    }
    for (int id = 1; id <= TrueHistory.METHODS; id++) {
      assertEquals(truth.meaningOf(method(id), time), view.meaningOf(method(id)), at(time));
    }
    for (int id = 1; id <= TrueHistory.MODULES; id++) {
      ModuleID module = module(id);
      assertEquals(truth.meaningOf(module, time), view.meaningOf(module), at(time));
      for (int rid = 1; rid <= TrueHistory.RIDS; rid++) {
        assertLookUpsEqual(truth, view, module, rid, time);
      }
    }
    assertEquals(
        truth.validAt(ClassShape.class::isInstance, time).collect(Collectors.toSet()),
        Set.copyOf(view.classes().toList()));
    assertEquals(
        truth.validAt(FunctionShape.class::isInstance, time).collect(Collectors.toSet()),
        Set.copyOf(view.functions().toList()));
    assertEquals(
        truth.validAt(LoadedModule.class::isInstance, time).collect(Collectors.toSet()),
        Set.copyOf(view.modules().toList()));
  }

  private static void assertCodeEqual(TrueHistory history, NaiveMap truth, IdView view, long time) {
    history
        .addresses()
        .forEach(
            address ->
                assertEquals(
                    truth.functionAt(address, time), view.functionAt(address), "code " + at(time)));
  }

  private static void assertLookUpsEqual(
      NaiveMap truth, IdView view, ModuleID module, int rid, long time) {
    LookupAnswer<ClassID> types = view.observedClassIDs(module, typeDef(rid));
    assertEquals(truth.lookup(module, typeDef(rid), time), types, at(time));
    Set<ClassID> each = new HashSet<>();
    view.forEachClassID(module, typeDef(rid), each::add);
    assertEquals(Set.copyOf(types.ids()), each, at(time));
    LookupAnswer<FunctionID> methods = view.observedFunctionIDs(module, methodDef(rid));
    assertEquals(truth.lookup(module, methodDef(rid), time), methods, at(time));
  }

  private static void assertLeasesAreOfWhatLives(NaiveMap truth, RuntimeIdMap map) {
    List<RuntimeID> ids = new ArrayList<>();
    for (int id = 1; id <= TrueHistory.TYPES; id++) {
      ids.add(type(id));
      ids.add(method(id));
    }
    for (RuntimeID id : ids) {
      Optional<Long> begun =
          truth.meaningOf(id, StoredView.NOW).valid().map(fact -> fact.interval().from());
      assertEquals(begun, map.lease(id).lease().map(Lease::since));
    }
  }

  private static String at(long time) {
    return "at " + time;
  }

  @Provide
  static Arbitrary<List<TrueHistory.Step>> histories() {
    return Combinators.combine(
            Arbitraries.of(TrueHistory.Kind.class),
            Arbitraries.integers().between(0, 11),
            Arbitraries.integers().between(0, TrueHistory.CHOICES - 1),
            Arbitraries.integers().between(0, 2),
            Arbitraries.of(true, false, false, false))
        .as(TrueHistory.Step::new)
        .list()
        .ofMaxSize(80);
  }
}
