// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import static dev.tiptoe.resolver.map.storage.Shapes.defined;
import static dev.tiptoe.resolver.map.storage.Shapes.derived;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.resolver.answer.RuntimeType.Canonical;
import dev.tiptoe.resolver.answer.RuntimeType.TypeParameter;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.GivenTypes.Given;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.storage.StoredMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Derived type → base type. */
final class BaseTypeTest {

  private static final ModuleID APP = module(0x10);

  private final GivenTypes given = new GivenTypes(APP);
  private final RuntimeIdMap map = new StoredMap();
  private final Given fruit = given.type("Demo.Fruit");
  private final Given apple = given.type("Demo.Apple").base(fruit);

  @Test
  void base_followsAsFarAsTheDerivedTypeIsAnnouncedOrUsable() {
    assertEquals(
        List.of(new Consequence(fruit.of(), Strength.ANNOUNCEMENT, "is the base type of")),
        BaseType.RULE.consequences(apple.of(), new TypeForms(given)));
    assertEquals(Rank.USABLE, Strength.ANNOUNCEMENT.from(Rank.USABLE));
    assertEquals(Rank.ANNOUNCED, Strength.ANNOUNCEMENT.from(Rank.ANNOUNCED));
    assertEquals(Rank.NONE, Strength.ANNOUNCEMENT.from(Rank.PUBLISHED));
  }

  @Test
  void genericBase_hasTheArgumentsOfTheDerivedType() {
    Given basket = given.type("Demo.Basket`1").generic();
    Given deep = given.type("Demo.Deep`1").generic().base(basket.of(new TypeParameter(0)));
    assertEquals(
        basket.of(apple.of()),
        BaseType.RULE.consequences(deep.of(apple.of()), new TypeForms(given)).get(0).type());
  }

  @Test
  void genericBase_ofACanonicalForm_isOneToo() {
    given.type("System.__Canon");
    Given group = given.type("Demo.Group`1").generic();
    Given walk = given.type("Demo.Walk`1").generic();
    Given groups =
        given.type("Demo.Groups`1").generic().base(walk.of(group.of(new TypeParameter(0))));
    assertEquals(
        walk.of(new Canonical()),
        BaseType.RULE.consequences(groups.of(new Canonical()), new TypeForms(given)).get(0).type());
  }

  @Test
  void base_namedByTheRuntime_comesWithItsIDs() {
    map.moduleLoaded(1, APP, LoadedModule.ofFile("Demo.dll"));
    map.classLoaded(1, type(2), derived(APP, apple.token().rid(), type(1)));
    assertEquals(List.of(type(1)), fruit(given).ids());
    assertEquals(Level.ANNOUNCED, fruit(given).atLeast());
  }

  @Test
  void base_namedByTheRuntime_isFoundWithoutMetadata() {
    map.moduleLoaded(1, APP, LoadedModule.ofFile("Demo.dll"));
    map.classSeen(1, type(1), defined(APP, fruit.token().rid()), ClassSource.PARENT);
    map.classLoaded(2, type(2), derived(APP, apple.token().rid(), type(1)));
    assertEquals(
        "0x02000001 in Demo.dll: announced, because it is the base type of 0x02000002 in 0x10,"
            + " which was announced at 2 ns; it was named as a base type at 1 ns",
        fruit(TypeFacts.none()).why());
  }

  @Test
  void typeWithoutBase_givesNothing() {
    assertEquals(List.of(), BaseType.RULE.consequences(fruit.of(), new TypeForms(given)));
  }

  private Loaded<ClassID> fruit(TypeFacts facts) {
    return (Loaded<ClassID>) Loadedness.at(map.now(), facts).classIDs(APP, fruit.token());
  }
}
