// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static java.util.Objects.requireNonNull;

import java.util.Set;

/**
 * The coverage of a recording from now on. The absence of a fact proves something only with
 * complete coverage.
 *
 * @param kinds the kinds of facts this is about
 * @param state the guarantee for them
 * @param reason the reason, as text
 */
public record Coverage(Set<Kind> kinds, State state, String reason) {

  /** Copies the set. */
  public Coverage {
    requireNonNull(state, "state");
    requireNonNull(reason, "reason");
    kinds = Set.copyOf(kinds);
  }

  /** The kinds of facts that a runtime announces. */
  public enum Kind {
    /** Modules, assemblies and application domains. */
    MODULES,
    /** Types. */
    CLASSES,
    /** Methods compiled by the JIT. */
    JITTED_FUNCTIONS,
    /** Threads. */
    THREADS,
    /** Unloading of modules and types, as far as the profiling API announces it. */
    UNLOADS,
    /** Unloading of methods, including those whose code is shared by instantiations. */
    FUNCTION_UNLOADS
  }

  /** The guarantees for a kind of facts. */
  public enum State {
    /** Every fact since the runtime's start is in the feed, and every later one will be. */
    COMPLETE,
    /** Every fact from now on will be in the feed. */
    FROM_HERE,
    /** There is no guarantee any more. */
    ENDED
  }
}
