// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.loadedness.TypeFacts.MethodDescription;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The rule from signatures: code that takes or returns a struct or enum by value is compiled only
 * after that type is loaded.
 *
 * <p>Only of code that is not shared, where the types are those of the signature. What is passed by
 * reference, through a pointer or in an array proves nothing.
 */
record MethodValue() implements MethodRule {

  static final MethodValue RULE = new MethodValue();

  @Override
  public String statement() {
    return "The value types of the parameters and of the return value of an executing method are"
        + " usable, if its code is not shared between instantiations.";
  }

  @Override
  public List<Consequence> consequences(KnownMethod method, TypeForms types) {
    return exactValues(method, MethodDescription::returnAndParameters, types)
        .map(type -> new Consequence(type, Strength.FULL, "is taken or returned by value by"))
        .toList();
  }

  /**
   * Returns the value types among some types of a method; none if its code is, or may be, shared.
   */
  static Stream<RuntimeType> exactValues(
      KnownMethod method, Function<MethodDescription, List<RuntimeType>> written, TypeForms types) {
    return method.description().filter(description -> isExact(method, description, types)).stream()
        .flatMap(description -> written.apply(description).stream())
        .map(type -> type.substitute(ofType(method), method.typeArguments()))
        .filter(type -> types.isExact(type) && types.isValueType(type))
        .distinct();
  }

  private static boolean isExact(
      KnownMethod method, MethodDescription description, TypeForms types) {
    return !method.shared()
        && method.typeArguments().size() == description.arity()
        && method.typeArguments().stream().allMatch(types::isExact);
  }

  private static List<RuntimeType> ofType(KnownMethod method) {
    return method.declaring().map(RuntimeType::components).orElse(List.of());
  }
}
