// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

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
  List<String> witnessedOn();

  /** All rules there are. */
  static List<Rule> all() {
    return Stream.<Rule>concat(MethodRule.ALL.stream(), TypeRule.ALL.stream()).toList();
  }
}
