// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import static dev.tiptoe.resolver.map.Shapes.defined;
import static dev.tiptoe.resolver.map.Shapes.derived;
import static dev.tiptoe.resolver.map.Shapes.module;
import static dev.tiptoe.resolver.map.Shapes.type;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.GivenTypes.Given;
import dev.tiptoe.resolver.map.Evidence.Observed;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Derived type → base type; witnessed on .NET 9.0.1. */
final class BaseTypeTest {

  private static final ModuleID APP = module(0x10);

  private final GivenTypes types = new GivenTypes(APP);
  private final RuntimeIdMap map = new RuntimeIdMap();
  private final Given fruit = types.type("Demo.Fruit");
  private final Given apple = types.type("Demo.Apple").base(fruit);

  @ParameterizedTest
  @EnumSource(names = {"ANNOUNCED", "USABLE"})
  void base_ofAnAnnouncedOrUsableType_isSoToo(Level level) {
    Standing standing = conclude(apple, level, types).orElseThrow();
    assertEquals(fruit.key(), standing.type());
    assertEquals(level, standing.level());
    assertEquals(
        "is the base type of Demo.Apple, which was announced at 5 ns",
        standing.evidence().inWords());
  }

  @Test
  void base_ofAPublishedType_isNotConcluded() {
    assertEquals(Optional.empty(), conclude(apple, Level.PUBLISHED, types));
  }

  @Test
  void base_namedByTheRuntime_comesWithItsIDs() {
    map.classLoaded(1, type(2), derived(APP, apple.token().rid(), type(1)));
    assertEquals(List.of(type(1)), conclude(apple, Level.USABLE, types).orElseThrow().ids());
  }

  @Test
  void base_namedByTheRuntime_isFoundWithoutMetadata() {
    map.classLoaded(1, type(1), defined(APP, fruit.token().rid()));
    map.classLoaded(2, type(2), derived(APP, apple.token().rid(), type(1)));
    Standing standing = conclude(apple, Level.USABLE, TypeFacts.none()).orElseThrow();
    assertEquals(fruit.key(), standing.type());
    assertEquals(
        "is the base type of 0x02000002 in 0x10, which was announced at 5 ns",
        standing.evidence().inWords());
  }

  @Test
  void typeWithoutBase_givesNothing() {
    assertEquals(Optional.empty(), conclude(fruit, Level.USABLE, types));
  }

  @Test
  void rule_namesItsWitness() {
    assertEquals(List.of(".NET 9.0.1"), BaseType.RULE.witnessedOn());
  }

  private Optional<Standing> conclude(Given derived, Level level, TypeFacts facts) {
    Standing standing =
        new Standing(derived.key(), level, List.of(), new Observed(EvidenceKind.ANNOUNCED, 5));
    return BaseType.RULE.conclude(standing, Types.of(map.now(), facts));
  }
}
