// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Canonical;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.RuntimeType.Unresolved;
import java.util.List;

/**
 * The rule from derived types: a base type is loaded at least as far as a type that derives from
 * it.
 *
 * <p>Usable proves usable. Announced proves announced, since a type is announced when its exact
 * parents are known. Of a type that is merely published nothing is claimed. The base of a canonical
 * form is taken in its canonical form: {@code GroupByIterator<__Canon,bool>} was announced and its
 * base over {@code IGrouping<bool,__Canon>} was not.
 */
record BaseType() implements TypeRule {

  static final BaseType RULE = new BaseType();

  @Override
  public String statement() {
    return "The base type of a usable type is usable, that of an announced type announced.";
  }

  @Override
  public List<Consequence> consequences(RuntimeType type, TypeForms types) {
    return types.description(type).flatMap(each -> each.base()).stream()
        .map(base -> base.substitute(type.components()))
        .map(base -> type.contains(Canonical.class) ? shared(base, types) : consequence(base))
        .toList();
  }

  private static Consequence shared(RuntimeType base, TypeForms types) {
    return types
        .canonicalForm(base)
        .map(BaseType::consequence)
        .orElseGet(
            () ->
                base instanceof Defined any
                    ? consequence(new Defined(any.definition(), List.of()), false)
                    : consequence(base));
  }

  /** What follows for a base type that is known. */
  static Consequence consequence(RuntimeType base) {
    return consequence(base, !base.contains(Unresolved.class));
  }

  private static Consequence consequence(RuntimeType base, boolean isWhole) {
    return new Consequence(base, Strength.ANNOUNCEMENT, "is the base type of", isWhole);
  }
}
