// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;

/**
 * The meaning of a ModuleID over an interval. Immutable.
 *
 * @param id the ID
 * @param loaded the runtime's description; its path is empty when other facts only refer to the
 *     module
 * @param interval when it meant this
 * @param evidence how that is known, strongest first
 * @param disputed whether another fact gave the same ID another meaning meanwhile
 */
public record ModuleFact(
    ModuleID id, LoadedModule loaded, Interval interval, List<Evidence> evidence, boolean disputed)
    implements Fact {

  /** Copies the list. */
  public ModuleFact {
    evidence = List.copyOf(evidence);
  }
}
