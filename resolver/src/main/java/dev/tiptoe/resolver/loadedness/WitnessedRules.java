// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.feed.RuntimeInfo;
import java.util.List;
import java.util.Optional;

/**
 * The rules that were witnessed on a runtime. Immutable.
 *
 * @param types those whose premise is a type
 * @param methods those whose premise is a method
 * @param runtime which runtime; empty if the feed did not report it, and then all rules are used
 */
record WitnessedRules(
    List<TypeRule> types, List<MethodRule> methods, Optional<RuntimeInfo> runtime) {

  static WitnessedRules on(Optional<RuntimeInfo> runtime) {
    return new WitnessedRules(
        TypeRule.ALL.stream().filter(rule -> holds(rule, runtime)).toList(),
        MethodRule.ALL.stream().filter(rule -> holds(rule, runtime)).toList(),
        runtime);
  }

  private static boolean holds(Rule rule, Optional<RuntimeInfo> runtime) {
    return runtime.map(rule::isWitnessedOn).orElse(true);
  }

  boolean has(Rule rule) {
    return holds(rule, runtime);
  }

  /** Why some rules are not used, in words; empty where all are. */
  Optional<String> withheld() {
    List<Rule> missing = Rule.all().stream().filter(rule -> !has(rule)).toList();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            (missing.size() < Rule.all().size() ? "some of what" : "what")
                + " follows from other types is withheld: the rules were witnessed on "
                + String.join(", ", missing.get(0).witnessedOn())
                + ", not on "
                + runtime.map(Rule::product).orElse("this runtime"));
  }
}
