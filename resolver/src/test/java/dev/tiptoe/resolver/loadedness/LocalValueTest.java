// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.methodDef;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.MethodParameter;
import dev.tiptoe.resolver.answer.RuntimeType.TypeParameter;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.GivenTypes.Given;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Executing method → the value types of its locals. */
final class LocalValueTest {

  private static final ModuleID APP = module(0x10);

  private final GivenTypes given = new GivenTypes(APP);
  private final Given canon = given.type("System.__Canon");
  private final Given apple = given.type("Demo.Apple");
  private final Given number = given.type("Demo.Number").asStruct();
  private final Given colour = given.type("Demo.Colour").asEnum();
  private final Given box = given.type("Demo.Box`1").generic().asStruct();

  @Test
  void locals_thatHoldAValue_areUsable() {
    int peel =
        given.methodWithLocals(
            apple, "Peel", 0, number.of(), colour.of(), box.of(number.of()), number.of());
    assertEquals(
        List.of(number.of(), colour.of(), box.of(number.of())), of(peel, apple.of(), false));
    assertEquals(
        new Consequence(number.of(), Strength.FULL, "is the type of a local of"),
        consequences(peel, apple.of(), false).get(0));
  }

  @Test
  void locals_heldByReference_proveNothing() {
    int peel = given.methodWithLocals(apple, "Peel", 0, apple.of(), canon.of());
    assertEquals(List.of(), of(peel, apple.of(), false));
  }

  @Test
  void locals_ofSharedCode_proveNothing() {
    int peel = given.methodWithLocals(apple, "Peel", 0, number.of());
    assertEquals(List.of(), of(peel, apple.of(), true));
  }

  @Test
  void locals_thatNameParameters_areOfTheArguments() {
    int peel =
        given.methodWithLocals(
            box, "Peel", 1, box.of(new TypeParameter(0)), new MethodParameter(0));
    assertEquals(
        List.of(box.of(number.of()), colour.of()),
        of(peel, box.of(number.of()), false, colour.of()));
    assertTrue(of(peel, box.of(number.of()), false).isEmpty(), "an argument is not known");
  }

  private List<RuntimeType> of(
      int rid, RuntimeType declaring, boolean shared, RuntimeType... arguments) {
    return consequences(rid, declaring, shared, arguments).stream().map(Consequence::type).toList();
  }

  private List<Consequence> consequences(
      int rid, RuntimeType declaring, boolean shared, RuntimeType... arguments) {
    KnownMethod executing =
        new KnownMethod(
            method(1),
            "a method",
            given.method(APP, methodDef(rid)),
            Optional.of(declaring),
            shared,
            List.of(arguments));
    return LocalValue.RULE.consequences(executing, new TypeForms(given));
  }
}
