// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import static dev.tiptoe.resolver.map.storage.Shapes.declared;
import static dev.tiptoe.resolver.map.storage.Shapes.derived;
import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.resolver.answer.RuntimeType.TypeParameter;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.loadedness.GivenTypes.Given;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.storage.StoredMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Random histories: what is kept up is what is worked out from the beginning. */
final class LiveLoadednessPropertyTest {

  private static final ModuleID APP = module(0x10);
  private static final int IDS = 9;
  private static final int COLLECTIBLE = 0x8;

  private final GivenTypes given = new GivenTypes(APP);
  private final Given object = given.type("System.Object");
  private final Given canon = given.type("System.__Canon").base(object);
  private final Given size = given.type("Size").asStruct();
  private final Given edible = given.type("Edible");
  private final Given apple =
      given.type("Apple").base(object).field("size", size).implementing(edible);
  private final Given box =
      given.type("Box`1").generic().base(object).field("item", new TypeParameter(0));
  private final Given pair =
      given.type("Pair`2").generic(2).asStruct().field("key", new TypeParameter(0));
  private final Given entry =
      given
          .type("Entry`2")
          .generic(2)
          .asStruct()
          .field("pair", pair.of(new TypeParameter(1), new TypeParameter(0)));
  private final Given deep =
      given.type("Deep`1").generic().base(box.of(box.of(new TypeParameter(0))));
  private final List<Given> all =
      List.of(object, canon, size, edible, apple, box, pair, entry, deep);
  private final List<Integer> methods =
      List.of(
          given.method(apple, "Weigh", size.of()),
          given.method(box, "Open", new TypeParameter(0)),
          given.method(deep, "Dive"));

  /**
   * The kinds of events.
   *
   * @param kind what
   * @param id to which ID
   * @param what which type or method
   * @param one a ClassID that it names, or none
   * @param other another
   * @param late by how much it is fed late
   */
  record Step(int kind, int id, int what, int one, int other, int late) {

    Step(int kind, int id, int what, int one, int other) {
      this(kind, id, what, one, other, 0);
    }
  }

  /** An array as a base type or an argument, as in a forged feed. */
  @Example
  void live_afterTheElementsOfAnArrayBecameKnown_takesThemUpWhereverItIsNamed() {
    Step ask = new Step(0, 1, 0, 0, 1);
    live_afterAnyHistory_answersAsIfWorkedOutAnew(
        List.of(
            new Step(3, 7, 4, 0, 1), new Step(5, 1, 0, 0, 1), ask, new Step(5, 1, 0, 4, 1), ask),
        false);
    live_afterAnyHistory_answersAsIfWorkedOutAnew(
        List.of(
            new Step(1, 8, 6, 5, 4), new Step(5, 5, 0, 0, 1), ask, new Step(5, 5, 0, 8, 1), ask),
        true);
  }

  @Property(tries = 60)
  void live_afterAnyHistory_answersAsIfWorkedOutAnew(
      @ForAll("histories") List<Step> history, @ForAll boolean collectible) {
    RuntimeIdMap map = new StoredMap();
    Loadedness live = Loadedness.current(map, view -> given);
    map.moduleLoaded(
        1,
        APP,
        new LoadedModule(
            "Demo.dll", Optional.empty(), new AssemblyID(0), 0, collectible ? COLLECTIBLE : 0));
    long at = 2;
    for (Step step : history) {
      if (step.kind == 0) {
        compare(map, live);
      } else {
        fact(Math.max(2, at - step.late), step).accept(map);
        at++;
      }
    }
    compare(map, live);
  }

  private void compare(RuntimeIdMap map, Loadedness live) {
    Loadedness anew = Loadedness.at(map.now(), given);
    for (Given each : all) {
      assertSame(anew.classIDs(APP, each.token()), live.classIDs(APP, each.token()));
      assertSame(anew.of(each.of()), live.of(each.of()));
    }
    for (int id = 1; id <= IDS; id++) {
      assertSame(anew.of(type(id)), live.of(type(id)));
    }
  }

  private static void assertSame(LookupAnswer<ClassID> anew, LookupAnswer<ClassID> live) {
    assertEquals(essence(anew), essence(live), () -> anew.why() + " / " + live.why());
  }

  private static List<Object> essence(LookupAnswer<ClassID> answer) {
    List<Object> essence = new ArrayList<>(List.of(answer.getClass(), answer.subject()));
    if (answer instanceof Loaded<ClassID> loaded) {
      essence.add(loaded.atLeast());
      essence.add(Set.copyOf(loaded.ids()));
      essence.add(loaded.proof().proves());
    }
    return essence;
  }

  private Consumer<RuntimeFeed> fact(long at, Step step) {
    ClassID id = type(step.id);
    return switch (step.kind) {
      case 1, 2, 3 -> feed -> feed.classLoaded(at, id, shape(step));
      case 4 -> feed -> feed.classSeen(at, id, shape(step), ClassSource.TYPE_ARGUMENT);
      case 5 -> feed -> feed.classSeen(at, id, vector(type(step.one)), ClassSource.TYPE_ARGUMENT);
      case 6 -> feed -> feed.instanceSeen(at, id, InstanceSource.HEAP);
      case 7, 8 ->
          feed ->
              feed.functionSeen(
                  at,
                  method(step.id),
                  declared(type(step.one), APP, methods.get(step.what % methods.size())),
                  step.kind == 7 ? FunctionSource.STACK : FunctionSource.JITTED);
      case 9 -> feed -> feed.stackSampled(at, new ThreadID(1), List.of(method(step.id)), false);
      case 10 -> feed -> feed.unloadStarted(at, id);
      default -> feed -> feed.unloadStarted(at, method(step.id));
    };
  }

  private ClassShape shape(Step step) {
    Given of = all.get(step.what % all.size());
    ClassID[] arguments = {type(step.one), type(step.other)};
    int arity = given.type(of.key()).orElseThrow().arity();
    ClassID parent = type(step.kind == 3 ? step.other : 0);
    return derived(APP, of.token().rid(), parent, Arrays.copyOf(arguments, arity));
  }

  @Provide
  static Arbitrary<List<Step>> histories() {
    Arbitrary<Integer> ids = Arbitraries.integers().between(1, IDS);
    return Combinators.combine(
            Arbitraries.integers().between(0, 11),
            ids,
            Arbitraries.integers().between(0, 17),
            Arbitraries.integers().between(0, IDS),
            ids,
            Arbitraries.frequencyOf(
                Tuple.of(9, Arbitraries.just(0)),
                Tuple.of(1, Arbitraries.integers().between(1, 9))))
        .as(Step::new)
        .list()
        .ofMinSize(5)
        .ofMaxSize(60);
  }
}
