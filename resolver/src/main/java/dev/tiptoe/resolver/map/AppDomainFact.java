// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.AppDomainID;
import java.util.List;

/**
 * The meaning of an AppDomainID over an interval. Immutable.
 *
 * @param id the ID
 * @param name its name
 * @param interval when it meant this
 * @param evidence how that is known, strongest first
 * @param disputed whether another fact gave the same ID another meaning meanwhile
 */
public record AppDomainFact(
    AppDomainID id, String name, Interval interval, List<Evidence> evidence, boolean disputed)
    implements Fact {

  /** Copies the list. */
  public AppDomainFact {
    evidence = List.copyOf(evidence);
  }
}
