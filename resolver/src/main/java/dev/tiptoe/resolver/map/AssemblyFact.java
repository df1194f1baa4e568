// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;
import java.util.Optional;

/**
 * The meaning of an AssemblyID over an interval. Immutable.
 *
 * @param id the ID
 * @param name its simple name
 * @param appDomain the domain it was loaded into
 * @param manifestModule none while it is not known
 * @param loadContext the load context it was reported to be in, as {@code
 *     AssemblyLoadContext.ToString} names it; those not reported follow from other facts
 * @param interval when it meant this
 * @param evidence how that is known, strongest first
 * @param disputed whether another fact gave the same ID another meaning meanwhile
 */
public record AssemblyFact(
    AssemblyID id,
    String name,
    AppDomainID appDomain,
    ModuleID manifestModule,
    Optional<String> loadContext,
    Interval interval,
    List<Evidence> evidence,
    boolean disputed)
    implements Fact {

  /** Copies the list. */
  public AssemblyFact {
    evidence = List.copyOf(evidence);
  }
}
