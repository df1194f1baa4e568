// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.loadedness.TypeFacts.MethodDescription;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.Evidence.Implied;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.reference.TypeKey;
import java.util.List;
import java.util.Optional;

/**
 * The rule from the stack: the declaring type of an executing method is usable.
 *
 * <p>Where the runtime named the exact declaring type, that ClassID is. Where it named none, or the
 * canonical form over {@code System.__Canon}, the code is shared: some instantiation is usable, and
 * nobody knows which, so no ID is proved.
 */
record ExecutingMethod() implements Rule {

  static final ExecutingMethod RULE = new ExecutingMethod();

  @Override
  public String statement() {
    return "The declaring type of an executing method is usable;"
        + " shared generic code proves some instantiation and no ID.";
  }

  @Override
  public List<String> witnessedOn() {
    return List.of(".NET 9.0.1");
  }

  /** What follows from a method, if it was executing. */
  Optional<Standing> conclude(FunctionFact function, Types types) {
    return function.evidence().stream()
        .filter(each -> each.isObservedAs(EvidenceKind.EXECUTING))
        .findFirst()
        .flatMap(executing -> conclude(function.shape(), executing, types));
  }

  private static Optional<Standing> conclude(
      FunctionShape function, Evidence executing, Types types) {
    Implied implied = new Implied(Level.USABLE, because(function, types), executing);
    List<ClassID> ids = provedIDs(function.declaringClass(), types);
    return declaringType(function, types)
        .map(type -> new Standing(type, Level.USABLE, ids, implied));
  }

  private static Optional<TypeKey> declaringType(FunctionShape function, Types types) {
    Optional<TypeKey> named = types.keyOf(function.declaringClass());
    return named.isPresent()
        ? named
        : types.description(function).map(MethodDescription::declaringType);
  }

  private static List<ClassID> provedIDs(ClassID declaring, Types types) {
    return types.isExact(declaring) ? List.of(declaring) : List.of();
  }

  private static String because(FunctionShape function, Types types) {
    String name =
        types
            .description(function)
            .map(MethodDescription::name)
            .orElseGet(() -> "method " + function.methodDef());
    return "declares " + name;
  }
}
