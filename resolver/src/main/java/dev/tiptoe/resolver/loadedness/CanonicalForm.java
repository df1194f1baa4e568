// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import java.util.List;

/**
 * The rule from sharing: instantiations over reference types are made from one over {@code
 * System.__Canon}, which comes first.
 */
record CanonicalForm() implements TypeRule {

  static final CanonicalForm RULE = new CanonicalForm();

  @Override
  public String statement() {
    return "The canonical form of a usable type is usable, that of any other is published.";
  }

  @Override
  public List<Consequence> consequences(RuntimeType type, TypeForms types) {
    return types.canonicalForm(type).stream()
        .filter(canonical -> !canonical.equals(type))
        .map(canonical -> new Consequence(canonical, Strength.FULL, "is the canonical form of"))
        .toList();
  }
}
