// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import static dev.tiptoe.resolver.map.storage.Shapes.NO_CLASS;
import static dev.tiptoe.resolver.map.storage.Shapes.declared;
import static dev.tiptoe.resolver.map.storage.Shapes.defined;
import static dev.tiptoe.resolver.map.storage.Shapes.derived;
import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.typeDef;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.GivenTypes.Given;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.LookupAnswer.NeverAnnounced;
import dev.tiptoe.resolver.map.LookupAnswer.NotSeen;
import dev.tiptoe.resolver.map.LookupAnswer.Unloaded;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.storage.StoredMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rules together: chains, cycles, and the closed answer. */
final class LoadednessTest {

  private static final ModuleID APP = module(0x10);
  private static final long MS = 1_000_000;

  private final GivenTypes types = new GivenTypes(APP);
  private final RuntimeIdMap map = new StoredMap();
  private final Given object = types.type("System.Object");
  private final Given apple = types.type("Tiptoe.Demo.Apple").base(object);
  private final Given colour = types.type("Tiptoe.Demo.Colour").asEnum();

  @BeforeEach
  void loadModule() {
    map.moduleLoaded(MS, APP, LoadedModule.ofFile("Demo.dll"));
  }

  @Test
  void enumThatIsOnlyAFieldsType_isPublishedByRuleWithoutIDs() {
    apple.field("colour", colour);
    announce(12_300_000, type(1), apple);
    Loaded<ClassID> answer = loaded(colour);
    assertEquals(Level.PUBLISHED, answer.atLeast());
    assertEquals(List.of(), answer.ids());
    assertEquals(
        "Tiptoe.Demo.Colour: published, because it is the type of field 'colour' of"
            + " Tiptoe.Demo.Apple, which was announced at 12.3 ms",
        answer.why());
  }

  @Test
  void structInStructInClass_isReachedByAChain() {
    Given angle = types.type("Tiptoe.Demo.Angle");
    Given position = types.type("Tiptoe.Demo.Position").field("latitude", angle);
    Given ship = types.type("Tiptoe.Demo.Ship").field("position", position);
    announce(2 * MS, type(1), ship);
    map.instanceSeen(3 * MS, type(1), InstanceSource.HEAP);
    assertEquals(
        "Tiptoe.Demo.Angle: usable, because it is the type of field 'latitude' of"
            + " Tiptoe.Demo.Position, which is the type of field 'position' of Tiptoe.Demo.Ship,"
            + " which had an instance on the heap at 3.0 ms",
        loaded(angle).why());
  }

  @Test
  void sharedGenericCode_provesTheTypeDefAndItsBaseWithoutIDs() {
    Given box = types.type("Tiptoe.Demo.Box`1").generic().base(object);
    int open = types.method(box, "Open");
    map.functionSeen(2 * MS, method(1), declared(NO_CLASS, APP, open), FunctionSource.STACK);
    assertEquals(
        "Tiptoe.Demo.Box`1: usable, because it declares Tiptoe.Demo.Box`1::Open, which was"
            + " executing at 2.0 ms",
        loaded(box).why());
    assertEquals(List.of(), loaded(box).ids());
    assertEquals(
        "System.Object: usable, because it is the base type of Tiptoe.Demo.Box`1, which declares"
            + " Tiptoe.Demo.Box`1::Open, which was executing at 2.0 ms",
        loaded(object).why());
  }

  @Test
  void observedFact_keepsItsPlaceBesideAStrongerRule() {
    announce(2 * MS, type(9), object);
    map.classLoaded(3 * MS, type(1), derived(APP, apple.token().rid(), type(9)));
    map.instanceSeen(4 * MS, type(1), InstanceSource.HEAP);
    Loaded<ClassID> answer = loaded(object);
    assertEquals(List.of(type(9)), answer.ids());
    assertEquals(
        "System.Object: usable, because it is the base type of Tiptoe.Demo.Apple, which had an"
            + " instance on the heap at 4.0 ms; it was announced at 2.0 ms",
        answer.why());
    assertFalse(answer.evidence().get(0).isImplied(), "what was observed is stronger");
  }

  @Test
  void rule_thatAddsNothing_isNotMentioned() {
    announce(2 * MS, type(9), object);
    map.classLoaded(3 * MS, type(1), derived(APP, apple.token().rid(), type(9)));
    assertEquals("System.Object: announced, because it was announced at 2.0 ms", why(object));
  }

  @Test
  void typesInACircle_endInAnAnswer() {
    Given snake = types.type("Snake");
    Given tail = types.type("Tail").field("snake", snake).base(snake);
    snake.field("tail", tail).base(tail);
    announce(2 * MS, type(1), snake);
    assertEquals(
        "Tail: announced, because it is the base type of Snake, which was announced at 2.0 ms",
        why(tail));
    assertEquals("Snake: announced, because it was announced at 2.0 ms", why(snake));
  }

  @Test
  void typeThatIsNeverTouched_withCompleteCoverage_wasNeverAnnounced() {
    complete();
    announce(12 * MS, type(1), apple);
    LookupAnswer<ClassID> answer = answer(now(), colour);
    assertInstanceOf(NeverAnnounced.class, answer);
    assertEquals(
        "Tiptoe.Demo.Colour: never announced up to 12.0 ms, because all that the runtime announced"
            + " since its start is known; this says nothing about whether it is published",
        answer.why());
  }

  @Test
  void typeThatIsNeverTouched_otherwise_isNotSeen() {
    Given box = types.type("Tiptoe.Demo.Box`1").generic();
    announce(12 * MS, type(1), apple);
    assertNotSeen("not all announcements since the runtime's start are known", colour);
    complete();
    assertNotSeen("it is generic, and open generic types are never announced", box);
    LookupAnswer<ClassID> noRow = now().classIDs(APP, typeDef(0x999));
    assertEquals("0x02000999 in Demo.dll: not seen; its metadata is not available", noRow.why());
    LookupAnswer<ClassID> noModule = now().classIDs(module(0x99), typeDef(1));
    assertEquals("0x02000001 in 0x99: not seen; no fact named its module", noModule.why());
    map.coverage(
        20 * MS, new Coverage(Set.of(Coverage.Kind.CLASSES), Coverage.State.ENDED, "disk full"));
    assertNotSeen("not all announcements since the runtime's start are known", colour);
  }

  @Test
  void type_thatWasUnloaded_isSoAndProvesNothingAnyMore() {
    apple.field("colour", colour);
    announce(2 * MS, type(1), apple);
    map.unloadStarted(5 * MS, type(1));
    assertInstanceOf(Unloaded.class, answer(now(), apple));
    assertEquals("Tiptoe.Demo.Apple: unloaded at 5.0 ms", answer(now(), apple).why());
    assertInstanceOf(NotSeen.class, answer(now(), colour));
    assertTrue(Loadedness.at(map.at(4 * MS), types).isLoaded(APP, colour.token()));
  }

  @Test
  void answers_ofAViewOfNow_stayWhileFactsArrive() {
    Loadedness before = now();
    announce(2 * MS, type(1), apple);
    assertInstanceOf(NotSeen.class, answer(before, apple));
    assertEquals(MS, before.time());
    assertInstanceOf(Loaded.class, answer(now(), apple));
  }

  @Test
  void answers_withoutMetadata_areThoseOfTheMap() {
    announce(2 * MS, type(1), apple);
    IdView view = map.now();
    Loadedness bare = Loadedness.at(view, TypeFacts.none());
    assertEquals(view.observedClassIDs(APP, apple.token()), bare.classIDs(APP, apple.token()));
  }

  @Test
  void rules_allHaveAStatement() {
    assertEquals(10, Rule.all().size());
    for (Rule rule : Rule.all()) {
      assertTrue(rule.statement().endsWith("."), rule.statement());
    }
  }

  private void announce(long at, ClassID id, Given given) {
    map.classLoaded(at, id, defined(APP, given.token().rid()));
  }

  private void complete() {
    map.coverage(
        12 * MS,
        new Coverage(Set.of(Coverage.Kind.CLASSES), Coverage.State.COMPLETE, "since the start"));
  }

  private Loadedness now() {
    return Loadedness.at(map.now(), types);
  }

  private LookupAnswer<ClassID> answer(Loadedness loadedness, Given given) {
    return loadedness.classIDs(APP, given.token());
  }

  private Loaded<ClassID> loaded(Given given) {
    return (Loaded<ClassID>) answer(now(), given);
  }

  private String why(Given given) {
    return answer(now(), given).why();
  }

  private void assertNotSeen(String reason, Given given) {
    assertEquals(reason, ((NotSeen<ClassID>) answer(now(), given)).detail());
  }
}
