// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.feed.RuntimeInfo;
import java.util.List;
import java.util.stream.Stream;

/**
 * A rule of loadedness: it deduces the load levels of other types from the level of one thing.
 * Immutable.
 */
public sealed interface Rule permits MethodRule, TypeRule {

  /** The rule in a sentence. */
  String statement();

  /** Returns the runtimes on which the rule was tested and no counterexample was found. */
  default List<String> witnessedOn() {
    return Witnesses.RUNTIMES.getOrDefault(getClass(), List.of());
  }

  /**
   * Whether no case against the rule was found on a runtime, or on another servicing release of it.
   */
  default boolean isWitnessedOn(RuntimeInfo runtime) {
    String release = family(runtime) + runtime.major() + "." + runtime.minor() + ".";
    return witnessedOn().stream().anyMatch(each -> each.startsWith(release));
  }

  /** The name of a runtime, as {@link #witnessedOn} has it. */
  static String product(RuntimeInfo runtime) {
    return family(runtime) + runtime.major() + "." + runtime.minor() + "." + runtime.build();
  }

  private static String family(RuntimeInfo runtime) {
    if (runtime.kind() == RuntimeInfo.Kind.DESKTOP_CLR) {
      return ".NET Framework ";
    }
    return runtime.major() < 5 ? ".NET Core " : ".NET ";
  }

  /** All rules there are. */
  static List<Rule> all() {
    return Stream.<Rule>concat(MethodRule.ALL.stream(), TypeRule.ALL.stream()).toList();
  }
}
