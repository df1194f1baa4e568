// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.methodDef;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.typeDef;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Fact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/** A map that forgets its history answers as one that does not, of all times since. */
final class ForgettingPropertyTest {

  @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
  void map_thatForgetsMeanwhile_answersAsOneThatDoesNot(
      @ForAll("histories") List<TrueHistory.Step> steps, @ForAll @IntRange(max = 99) int percent) {
    TrueHistory history = TrueHistory.of(steps);
    long since = history.end() * percent / 100;
    RuntimeIdMap whole = new StoredMap();
    RuntimeIdMap forgetful = new StoredMap();
    boolean forgot = false;
    for (TrueHistory.Fact fact : history.inOrder()) {
      if (!forgot && fact.at() > since) {
        forgetful.forgetBefore(since);
        forgot = true;
      }
      fact.call().accept(whole);
      fact.call().accept(forgetful);
    }
    long before = forgetful.forgottenBefore().orElse(Long.MIN_VALUE);
    for (long time = Math.max(0, before); time <= history.end(); time++) {
      assertSameSince(before, whole.at(time), forgetful.at(time), history);
    }
    assertSameSince(before, whole.now(), forgetful.now(), history);
    for (long time = 0; time < before; time++) {
      assertKept(before, whole.at(time), forgetful.at(time));
    }
  }

  private static void assertSameSince(
      long before, IdView whole, IdView forgetful, TrueHistory history) {
    assertEquals(whole.time(), forgetful.time());
    assertEquals(Set.copyOf(whole.classes().toList()), Set.copyOf(forgetful.classes().toList()));
    assertEquals(
        Set.copyOf(whole.functions().toList()), Set.copyOf(forgetful.functions().toList()));
    assertEquals(Set.copyOf(whole.modules().toList()), Set.copyOf(forgetful.modules().toList()));
    for (int id = 1; id <= TrueHistory.TYPES; id++) {
      assertSame(before, whole.meaningOf(type(id)), forgetful.meaningOf(type(id)));
      assertSame(before, whole.meaningOf(method(id)), forgetful.meaningOf(method(id)));
    }
    for (int number = 1; number <= TrueHistory.MODULES; number++) {
      ModuleID module = module(number);
      for (int rid = 1; rid <= TrueHistory.RIDS && isThere(whole, module); rid++) {
        assertEquals(
            whole.observedClassIDs(module, typeDef(rid)),
            forgetful.observedClassIDs(module, typeDef(rid)));
        assertEquals(
            whole.observedFunctionIDs(module, methodDef(rid)),
            forgetful.observedFunctionIDs(module, methodDef(rid)));
      }
    }
    history
        .addresses()
        .forEach(address -> assertEquals(whole.functionAt(address), forgetful.functionAt(address)));
  }

  private static boolean isThere(IdView view, ModuleID module) {
    return view.meaningOf(module).valid().isPresent();
  }

  private static <F extends Fact> void assertSame(long before, Meaning<F> whole, Meaning<F> other) {
    if (other instanceof Meaning.Unknown) {
      assertTrue(
          whole instanceof Meaning.Unknown
              || (whole instanceof Meaning.Ended<F> ended && ended.last().interval().to() <= before)
              || whole instanceof Meaning.Uncertain,
          whole::why);
    } else {
      assertEquals(whole, other);
    }
  }

  /** Of an earlier time, what lived on is answered, and for all else that facts were dropped. */
  private static void assertKept(long before, IdView whole, IdView forgetful) {
    for (int id = 1; id <= TrueHistory.TYPES; id++) {
      Meaning<ClassFact> meant = whole.meaningOf(type(id));
      boolean lives = meant.valid().filter(fact -> fact.interval().to() > before).isPresent();
      Meaning<ClassFact> kept = forgetful.meaningOf(type(id));
      // What is uncertain is kept too.
      assertTrue(
          kept.equals(meant) || (!lives && kept.equals(new Meaning.Forgotten<>(type(id), before))),
          kept::why);
    }
    for (int rid = 1; rid <= TrueHistory.RIDS; rid++) {
      LookupAnswer<?> answer = forgetful.observedClassIDs(module(1), typeDef(rid));
      assertTrue(
          answer.isLoaded()
              || (answer instanceof LookupAnswer.NotSeen<?> unseen
                  && unseen.reason() == LookupAnswer.Reason.FORGOTTEN),
          answer::why);
    }
    Set<FunctionFact> kept = forgetful.functions().collect(Collectors.toSet());
    assertTrue(kept.containsAll(lasting(before, whole.functions())));
    assertTrue(whole.functions().collect(Collectors.toSet()).containsAll(kept));
  }

  private static Set<FunctionFact> lasting(long before, Stream<FunctionFact> facts) {
    return facts.filter(fact -> fact.interval().to() > before).collect(Collectors.toSet());
  }

  @Provide
  static Arbitrary<List<TrueHistory.Step>> histories() {
    return LateFactsPropertyTest.histories();
  }
}
