// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.RuntimeID;
import java.util.List;

/** The meaning of one run-time ID, with its interval and evidence. Immutable. */
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
