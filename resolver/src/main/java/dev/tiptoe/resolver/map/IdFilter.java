// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;
import java.util.Optional;

/**
 * A filter for the IDs of a token; an ID passes when it meets every condition that is set.
 * Immutable.
 *
 * @param typeArguments exactly these type arguments; of a method its own, not its class's
 * @param declaringClass the class of a method; no type meets this
 * @param appDomain made of nothing that belongs to another application domain
 * @param contextOf made of nothing that is known to be in another load context than this module,
 *     unless it is in the default one
 */
public record IdFilter(
    Optional<List<ClassID>> typeArguments,
    Optional<ClassID> declaringClass,
    Optional<AppDomainID> appDomain,
    Optional<ModuleID> contextOf) {

  private static final IdFilter ALL =
      new IdFilter(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** Copies the list. */
  public IdFilter {
    typeArguments = typeArguments.map(List::copyOf);
  }

  /** All IDs. */
  public static IdFilter all() {
    return ALL;
  }

  /** Those with exactly these type arguments. */
  public static IdFilter of(ClassID... typeArguments) {
    return ALL.with(List.of(typeArguments));
  }

  /** Those of them with exactly these type arguments. */
  public IdFilter with(List<ClassID> arguments) {
    return new IdFilter(Optional.of(arguments), declaringClass, appDomain, contextOf);
  }

  /** Those of them that the class declares. */
  public IdFilter declaredBy(ClassID type) {
    return new IdFilter(typeArguments, Optional.of(type), appDomain, contextOf);
  }

  /** Those of them that are made of nothing that belongs to another application domain. */
  public IdFilter in(AppDomainID domain) {
    return new IdFilter(typeArguments, declaringClass, Optional.of(domain), contextOf);
  }

  /**
   * Those of them that are made of nothing that is in another load context than a module is. A
   * look-up with it visits all loaded modules.
   */
  public IdFilter inContextOf(ModuleID module) {
    return new IdFilter(typeArguments, declaringClass, appDomain, Optional.of(module));
  }
}
