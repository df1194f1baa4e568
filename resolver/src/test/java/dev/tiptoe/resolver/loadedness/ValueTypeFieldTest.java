// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import static dev.tiptoe.resolver.map.Shapes.module;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.GivenTypes.Given;
import dev.tiptoe.resolver.map.Evidence.Observed;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Value-type field → its type; witnessed on .NET 9.0.1. */
final class ValueTypeFieldTest {

  private static final ModuleID APP = module(0x10);

  private final GivenTypes types = new GivenTypes(APP);
  private final Given owner = types.type("Demo.Apple");
  private final Given struct = types.type("Demo.Size");

  @ParameterizedTest
  @CsvSource({"PUBLISHED, PUBLISHED", "ANNOUNCED, PUBLISHED", "USABLE, USABLE"})
  void struct_ofAFieldThatIsValidated_isUsableWhenTheOwnerIs(Level of, Level follows) {
    owner.field("size", struct);
    Standing standing = conclude(of).get(0);
    assertEquals(struct.key(), standing.type());
    assertEquals(follows, standing.level());
    assertEquals(follows, standing.evidence().proves());
    assertEquals(List.of(), standing.ids());
  }

  @ParameterizedTest
  @EnumSource(Level.class)
  void struct_ofAFieldThatIsNotValidated_isPublishedOnly(Level of) {
    owner.unvalidated().field("size", struct);
    assertEquals(Level.PUBLISHED, conclude(of).get(0).level());
  }

  @ParameterizedTest
  @EnumSource(Level.class)
  void enumOfAField_isPublishedOnly(Level of) {
    owner.field("colour", struct.asEnum());
    assertEquals(Level.PUBLISHED, conclude(of).get(0).level());
  }

  @ParameterizedTest
  @EnumSource(Level.class)
  void genericTypeOfAField_isPublishedOnly(Level of) {
    owner.field("pair", struct.generic());
    Standing standing = conclude(of).get(0);
    assertEquals(Level.PUBLISHED, standing.level());
    assertEquals(List.of(), standing.ids());
  }

  @Test
  void severalFields_giveOneConclusionEach_withTheirNames() {
    owner.field("size", struct).field("weight", struct);
    assertEquals(
        List.of(
            "is the type of field 'size' of Demo.Apple, which was announced at 5 ns",
            "is the type of field 'weight' of Demo.Apple, which was announced at 5 ns"),
        conclude(Level.ANNOUNCED).stream().map(each -> each.evidence().inWords()).toList());
  }

  @Test
  void ownerWithoutSuchFieldsOrMetadata_givesNothing() {
    assertTrue(conclude(Level.USABLE).isEmpty());
    Types nothing = Types.of(new RuntimeIdMap().now(), TypeFacts.none());
    Standing standing =
        new Standing(owner.key(), Level.USABLE, List.of(), new Observed(EvidenceKind.ANNOUNCED, 5));
    assertTrue(ValueTypeField.RULE.conclude(standing, nothing).isEmpty());
  }

  @Test
  void rule_namesItsWitness() {
    assertEquals(List.of(".NET 9.0.1"), ValueTypeField.RULE.witnessedOn());
  }

  private List<Standing> conclude(Level level) {
    Standing standing =
        new Standing(owner.key(), level, List.of(), new Observed(EvidenceKind.ANNOUNCED, 5));
    return ValueTypeField.RULE.conclude(standing, Types.of(new RuntimeIdMap().now(), types));
  }
}
