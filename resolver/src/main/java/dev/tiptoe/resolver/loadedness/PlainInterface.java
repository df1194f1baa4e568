// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.loadedness.TypeFacts.TypeDescription;
import java.util.List;

/**
 * The rule from interfaces, of those that are not generic.
 *
 * <p>{@link GenericInterface} is the rule for the others.
 */
record PlainInterface() implements TypeRule {

  static final PlainInterface RULE = new PlainInterface();

  @Override
  public String statement() {
    return "The interfaces of a usable type that are not generic are usable, those of any other are"
        + " published.";
  }

  @Override
  public List<Consequence> consequences(RuntimeType type, TypeForms types) {
    return types.description(type).map(TypeDescription::interfaces).stream()
        .flatMap(List::stream)
        .filter(each -> each.components().isEmpty())
        .map(each -> new Consequence(each, Strength.FULL, "is an interface of"))
        .toList();
  }
}
