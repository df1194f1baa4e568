// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import java.util.Set;

/**
 * The coverage of a recording from now on: the absence of a fact means something only with complete
 * coverage.
 *
 * @param kinds the kinds of facts this is about
 * @param state what is promised for them
 * @param reason why, in words
 */
public record Coverage(Set<Kind> kinds, State state, String reason) {

  /** Copies the set. */
  public Coverage {
    kinds = Set.copyOf(kinds);
  }

  /** Kinds of facts a runtime announces. */
  public enum Kind {
    /** Modules, assemblies and application domains. */
    MODULES,
    /** Types. */
    CLASSES,
    /** Methods compiled by the JIT. */
    JITTED_FUNCTIONS,
    /** Threads. */
    THREADS,
    /** Unloading, of whatever kind the profiling API announces: of modules and types. */
    UNLOADS,
    /** Unloading of methods, of those too whose code instantiations share. */
    FUNCTION_UNLOADS
  }

  /** What is promised for a kind. */
  public enum State {
    /** Every fact since the runtime's start is in the feed, and every later one will be. */
    COMPLETE,
    /** Every fact from now on will be in the feed. */
    FROM_HERE,
    /** Nothing is promised any more. */
    ENDED
  }
}
