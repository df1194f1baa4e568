// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Canonical;
import dev.tiptoe.resolver.answer.RuntimeType.TypeParameter;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.GivenTypes.Given;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Value-type field → its type. */
final class ValueTypeFieldTest {

  private static final ModuleID APP = module(0x10);

  private final GivenTypes types = new GivenTypes(APP);
  private final Given owner = types.type("Demo.Apple");
  private final Given struct = types.type("Demo.Size").asStruct();
  private final Given pair = types.type("Demo.Pair`2").generic(2).asStruct();

  @Test
  void struct_ofAFieldThatIsValidated_isUsableWhenTheOwnerIs() {
    owner.field("size", struct);
    assertEquals(
        List.of(new Consequence(struct.of(), Strength.FULL, "is the type of field 'size' of")),
        conclude(owner.of()));
    assertEquals(Rank.USABLE, Strength.FULL.from(Rank.USABLE));
    assertEquals(Rank.PUBLISHED, Strength.FULL.from(Rank.ANNOUNCED));
    assertEquals(Rank.PUBLISHED, Strength.FULL.from(Rank.PUBLISHED));
  }

  @Test
  void struct_ofAFieldThatIsNotValidated_isPublishedOnly() {
    owner.unvalidated().field("size", struct);
    assertEquals(Strength.LAYOUT, conclude(owner.of()).get(0).strength());
    assertEquals(Rank.PUBLISHED, Strength.LAYOUT.from(Rank.USABLE));
  }

  @Test
  void enumOfAField_isPublishedOnly() {
    owner.field("colour", struct.asEnum());
    assertEquals(Strength.LAYOUT, conclude(owner.of()).get(0).strength());
  }

  @Test
  void genericTypeOfAField_isPublishedOnly() {
    owner.field("pair", pair.of(struct.of(), struct.of()));
    assertEquals(
        List.of(
            new Consequence(
                pair.of(struct.of(), struct.of()),
                Strength.LAYOUT,
                "is the type of field 'pair' of")),
        conclude(owner.of()));
  }

  @Test
  void genericTypeOfAField_ofAnInstanceOverReferenceTypes_followsFromTheCanonicalForm() {
    Given entry =
        types
            .type("Demo.Entry`2")
            .generic(2)
            .asStruct()
            .field("pair", pair.of(new TypeParameter(0), new TypeParameter(1)));
    RuntimeType exact = entry.of(owner.of(), struct.of());
    RuntimeType canonical = entry.of(new Canonical(), struct.of());
    assertEquals(List.of(), conclude(exact));
    assertEquals(
        List.of(new Consequence(canonical, Strength.FULL, "is the canonical form of")),
        CanonicalForm.RULE.consequences(exact, new TypeForms(types)));
    assertEquals(pair.of(new Canonical(), struct.of()), conclude(canonical).get(0).type());
    assertEquals(
        pair.of(struct.of(), struct.of()),
        conclude(entry.of(struct.of(), struct.of())).get(0).type());
  }

  @Test
  void genericTypeOfAField_ofSomeInstance_isSomeInstance() {
    Given entry =
        types
            .type("Demo.Entry`2")
            .generic(2)
            .field("pair", pair.of(new TypeParameter(0), new TypeParameter(1)))
            .field("value", new TypeParameter(1));
    assertEquals(List.of(pair.of()), conclude(entry.of()).stream().map(Consequence::type).toList());
  }

  @Test
  void fieldOfATypeParameter_isThatOfItsArgument_ifThatIsHeldInPlace() {
    Given box = types.type("Demo.Box`1").generic().field("value", new TypeParameter(0));
    assertEquals(struct.of(), conclude(box.of(struct.of())).get(0).type());
    assertEquals(List.of(), conclude(box.of(owner.of())));
    assertEquals(List.of(), conclude(box.of(new Canonical())));
    assertEquals(
        List.of(), conclude(box.of(new RuntimeType.Array(struct.of(), 1, true))), "an array");
  }

  @Test
  void ownerWithoutSuchFieldsOrMetadata_givesNothing() {
    assertEquals(List.of(), conclude(owner.of()));
    assertEquals(
        List.of(), ValueTypeField.RULE.consequences(owner.of(), new TypeForms(TypeFacts.none())));
  }

  private List<Consequence> conclude(RuntimeType type) {
    return ValueTypeField.RULE.consequences(type, new TypeForms(types));
  }
}
