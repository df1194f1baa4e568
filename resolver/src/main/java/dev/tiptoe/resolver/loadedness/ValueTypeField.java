// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.loadedness.TypeFacts.Kind;
import dev.tiptoe.resolver.loadedness.TypeFacts.TypeDescription;
import dev.tiptoe.resolver.loadedness.TypeFacts.ValueField;
import java.util.List;
import java.util.Optional;

/**
 * The rule from fields: a type cannot be laid out before the value types of its instance fields
 * are.
 *
 * <p>So they are published as soon as it is. They are usable when it is usable only if the runtime
 * validates its fields, which it does not in CoreLib and in ReadyToRun images that skip it; of a
 * module whose metadata alone is known, as of most in a single-file program, it may be either. An
 * enum in a field is laid out as its number and goes no further than published.
 *
 * <p>The runtime lays out canonical forms, and the other instantiations share what it found: of the
 * field {@code KeyValuePair<K,V>} in a type over {@code string} and {@code int} it needs {@code
 * KeyValuePair<__Canon,int>}, and nothing else is proved.
 */
record ValueTypeField() implements TypeRule {

  static final ValueTypeField RULE = new ValueTypeField();

  @Override
  public String statement() {
    return "The value type of an instance field of a published type is published, in its canonical"
        + " form; of a usable type it is usable, unless it is an enum or generic, or the field's"
        + " type is not validated.";
  }

  @Override
  public List<Consequence> consequences(RuntimeType type, TypeForms types) {
    Optional<TypeDescription> description = types.description(type);
    boolean sharesLayout =
        types.canonicalForm(type).filter(canonical -> !canonical.equals(type)).isPresent();
    return sharesLayout || description.isEmpty()
        ? List.of()
        : description.get().valueFields().stream()
            .flatMap(field -> consequence(type, description.get(), field, types).stream())
            .toList();
  }

  private static Optional<Consequence> consequence(
      RuntimeType owner, TypeDescription description, ValueField field, TypeForms types) {
    RuntimeType type = field.type().substitute(owner.components());
    if (!(type instanceof Defined defined) || !isHeldInPlace(field, defined, types)) {
      return Optional.empty();
    }
    boolean full =
        description.fieldsValidated()
            && types.kind(field.type()).filter(kind -> kind == Kind.STRUCT).isPresent()
            && defined.typeArguments().isEmpty();
    Optional<RuntimeType> known = types.canonicalForm(type);
    RuntimeType canonical = known.orElseGet(() -> new Defined(defined.definition(), List.of()));
    String relation = "is the type of field '" + field.name() + "' of";
    return Optional.of(
        new Consequence(
            canonical, full ? Strength.FULL : Strength.LAYOUT, relation, known.isPresent()));
  }

  /** When the type is an argument of a parameter, only its own metadata decides. */
  private static boolean isHeldInPlace(ValueField field, Defined type, TypeForms types) {
    Optional<Kind> kind = types.kind(type);
    return kind.isPresent() ? kind.get() != Kind.REFERENCE : field.type() instanceof Defined;
  }
}
