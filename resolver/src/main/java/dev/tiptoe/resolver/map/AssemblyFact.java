// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;

/**
 * What an AssemblyID meant. Immutable.
 *
 * @param id the ID
 * @param name its simple name
 * @param appDomain the domain it was loaded into
 * @param manifestModule none while it is not known
 * @param interval when it meant this
 * @param evidence how that is known, strongest first
 * @param disputed whether another fact gave the same ID another meaning meanwhile
 */
public record AssemblyFact(
    AssemblyID id,
    String name,
    AppDomainID appDomain,
    ModuleID manifestModule,
    Interval interval,
    List<Evidence> evidence,
    boolean disputed)
    implements Fact {

  /** Copies the list. */
  public AssemblyFact {
    evidence = List.copyOf(evidence);
  }
}
