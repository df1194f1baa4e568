// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Canonical;
import dev.tiptoe.resolver.answer.RuntimeType.TypeParameter;
import dev.tiptoe.resolver.loadedness.GivenTypes.Given;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Type → its generic interfaces. */
final class GenericInterfaceTest {

  private static final RuntimeType FIRST = new TypeParameter(0);

  private final GivenTypes given = new GivenTypes(module(0x10));
  private final Given number = given.type("Demo.Number").asStruct();
  private final Given bag = given.type("Demo.IBag`1").generic();
  private final Given map = given.type("Demo.IMap`2").generic(2);

  @BeforeEach
  void canonicalFormsAreKnown() {
    var ignored = given.type("System.__Canon");
  }

  @Test
  void interface_overAnotherType_isAsFarAsTheTypeIfThatIsAnnounced() {
    Given sack = given.type("Demo.Sack").implementing(bag.of(number.of()));
    assertEquals(
        List.of(new Consequence(bag.of(number.of()), Strength.ANNOUNCEMENT, "is an interface of")),
        consequences(sack.of()));
  }

  @Test
  void interface_ofAnInstantiation_hasItsArguments() {
    Given sack = given.type("Demo.Sack`1").generic().implementing(bag.of(FIRST));
    assertEquals(List.of(bag.of(number.of())), types(sack.of(number.of())));
  }

  @Test
  void interface_overNothingButTheType_doesNotFollow() {
    Given apple = given.type("Demo.Apple");
    apple.implementing(bag.of(apple.of())).implementing(map.of(apple.of(), apple.of()));
    assertEquals(List.of(), types(apple.of()));
  }

  @Test
  void interface_overTheTypeAndAnother_follows() {
    Given pear = given.type("Demo.Pear");
    pear.implementing(map.of(pear.of(), number.of())).implementing(bag.of(bag.of(pear.of())));
    assertEquals(
        List.of(map.of(pear.of(), number.of()), bag.of(bag.of(pear.of()))), types(pear.of()));
  }

  @Test
  void interface_overTheInstantiationItself_doesNotFollow() {
    Given sack = given.type("Demo.Sack`1").generic();
    sack.implementing(bag.of(sack.of(FIRST))).implementing(map.of(FIRST, sack.of(FIRST)));
    assertEquals(List.of(map.of(number.of(), sack.of(number.of()))), types(sack.of(number.of())));
  }

  @Test
  void interface_ofACanonicalForm_doesNotFollow() {
    Given sack = given.type("Demo.Sack`1").generic().implementing(bag.of(FIRST));
    assertEquals(List.of(), types(sack.of(new Canonical())));
    assertEquals(List.of(), types(sack.of()));
  }

  @Test
  void interface_thatIsNotGeneric_isOfAnotherRule() {
    Given plain = given.type("Demo.IPlain");
    Given sack = given.type("Demo.Sack").implementing(plain).implementing(bag.of(number.of()));
    assertEquals(List.of(bag.of(number.of())), types(sack.of()));
    assertEquals(
        List.of(plain.of()),
        PlainInterface.RULE.consequences(sack.of(), new TypeForms(given)).stream()
            .map(Consequence::type)
            .toList());
  }

  private List<RuntimeType> types(RuntimeType type) {
    return consequences(type).stream().map(Consequence::type).toList();
  }

  private List<Consequence> consequences(RuntimeType type) {
    return GenericInterface.RULE.consequences(type, new TypeForms(given));
  }
}
