// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.loadedness.TypeFacts.TypeDescription;
import dev.tiptoe.resolver.reference.RuntimeType;
import java.util.List;

/**
 * The rule from interfaces, of those that are not generic.
 *
 * <p>Nothing follows for generic ones: {@code I<X>} on {@code X} itself is loaded only on demand.
 */
record PlainInterface() implements TypeRule {

  static final PlainInterface RULE = new PlainInterface();

  @Override
  public String statement() {
    return "The interfaces of a usable type that are not generic are usable, those of any other are"
        + " published.";
  }

  @Override
  public List<String> witnessedOn() {
    return List.of(".NET 9.0.1");
  }

  @Override
  public List<Consequence> consequences(RuntimeType type, Types types) {
    return types.description(type).map(TypeDescription::interfaces).stream()
        .flatMap(List::stream)
        .map(each -> new Consequence(each, Strength.FULL, "is an interface of"))
        .toList();
  }
}
