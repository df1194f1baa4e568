// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.Evidence.Implied;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.reference.TypeKey;
import java.util.List;
import java.util.Optional;

/**
 * The rule from derived types: a base type is at least as far as what derives from it.
 *
 * <p>Usable proves usable. Announced proves announced, since a type is announced when its exact
 * parents are known. Of a type that is merely published nothing is claimed.
 */
record BaseType() implements Rule {

  static final BaseType RULE = new BaseType();

  @Override
  public String statement() {
    return "The base type of a usable type is usable, that of an announced type announced.";
  }

  @Override
  public List<String> witnessedOn() {
    return List.of(".NET 9.0.1");
  }

  /** What follows from a type for its base type; the runtime's own words for it come first. */
  Optional<Standing> conclude(Standing derived, Types types) {
    if (derived.level() == Level.PUBLISHED) {
      return Optional.empty();
    }
    List<ClassID> parents = types.parentsOf(derived.type());
    Optional<TypeKey> base =
        parents.stream().flatMap(parent -> types.keyOf(parent).stream()).findFirst();
    Implied implied =
        new Implied(
            derived.level(),
            "is the base type of " + types.nameOf(derived.type()),
            derived.evidence());
    return base.or(() -> types.description(derived.type()).flatMap(type -> type.base()))
        .map(type -> new Standing(type, derived.level(), parents, implied));
  }
}
