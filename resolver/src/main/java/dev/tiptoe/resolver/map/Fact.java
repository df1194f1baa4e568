// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.RuntimeID;
import java.util.List;

/** What one run-time ID meant, from when to when, and how that is known. Immutable. */
public sealed interface Fact
    permits AppDomainFact, AssemblyFact, ModuleFact, ClassFact, FunctionFact, ThreadFact {

  /** The ID. */
  RuntimeID id();

  /** When it had this meaning. */
  Interval interval();

  /** How it is known, strongest first; empty only before the interval begins. */
  List<Evidence> evidence();

  /**
   * Whether another fact gave the same ID another meaning meanwhile; see {@link
   * RuntimeIdMap#conflicts()}.
   */
  boolean disputed();
}
