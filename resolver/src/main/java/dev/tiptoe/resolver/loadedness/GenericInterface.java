// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.loadedness.TypeFacts.TypeDescription;
import java.util.List;

/**
 * The rule from generic interfaces: the interface map of an announced type is exact.
 *
 * <p>An interface over nothing but the type that implements it, such as {@code IComparable<X>} on
 * {@code X}, is loaded only on demand. Of a canonical form nothing is claimed: {@code
 * Lookup<__Canon,__Canon>} was announced and {@code IEnumerable<IGrouping<__Canon,__Canon>>} was
 * not.
 */
record GenericInterface() implements TypeRule {

  static final GenericInterface RULE = new GenericInterface();

  @Override
  public String statement() {
    return "The generic interfaces of a usable type are usable, those of an announced type"
        + " announced, if the type is not a canonical form and not their only type argument.";
  }

  @Override
  public List<Consequence> consequences(RuntimeType type, TypeForms types) {
    return types.isExact(type)
        ? types.description(type).map(TypeDescription::interfaces).stream()
            .flatMap(List::stream)
            .filter(each -> each instanceof Defined instance && !instance.typeArguments().isEmpty())
            .map(each -> each.substitute(type.components()))
            .filter(each -> types.isExact(each) && !isOverNothingBut(type, each))
            .map(each -> new Consequence(each, Strength.ANNOUNCEMENT, "is an interface of"))
            .toList()
        : List.of();
  }

  private static boolean isOverNothingBut(RuntimeType type, RuntimeType instance) {
    return instance.components().stream().allMatch(type::equals);
  }
}
