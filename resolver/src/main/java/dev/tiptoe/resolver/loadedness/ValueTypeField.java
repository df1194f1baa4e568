// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.loadedness.TypeFacts.TypeDescription;
import dev.tiptoe.resolver.loadedness.TypeFacts.ValueField;
import dev.tiptoe.resolver.map.Evidence.Implied;
import dev.tiptoe.resolver.map.Level;
import java.util.List;

/**
 * The rule from fields: a type cannot be laid out before the value types of its instance fields
 * are.
 *
 * <p>So they are published as soon as it is. They are usable when it is usable only if the runtime
 * validates its fields, which it does not in CoreLib and in ReadyToRun images that skip it. An enum
 * in a field is laid out as its number and goes no further than published. Of a generic field type,
 * only the TypeDef is known to have some published instantiation.
 */
record ValueTypeField() implements Rule {

  static final ValueTypeField RULE = new ValueTypeField();

  @Override
  public String statement() {
    return "The value type of an instance field of a published type is published; of a usable type"
        + " it is usable, unless it is an enum or generic, or the field's type is not validated.";
  }

  @Override
  public List<String> witnessedOn() {
    return List.of(".NET 9.0.1");
  }

  /** What follows from a type for the types of its fields. */
  List<Standing> conclude(Standing owner, Types types) {
    return types.description(owner.type()).stream()
        .flatMap(type -> type.valueFields().stream().map(field -> conclude(owner, type, field)))
        .toList();
  }

  private static Standing conclude(Standing owner, TypeDescription description, ValueField field) {
    boolean full =
        owner.level() == Level.USABLE
            && description.fieldsValidated()
            && !field.generic()
            && !field.isEnum();
    Level level = full ? Level.USABLE : Level.PUBLISHED;
    String because = "is the type of field '" + field.name() + "' of " + description.name();
    return new Standing(
        field.type(), level, List.of(), new Implied(level, because, owner.evidence()));
  }
}
