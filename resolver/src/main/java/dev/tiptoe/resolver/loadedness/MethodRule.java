// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import java.util.List;

/** A rule whose premise is a method that was executing. */
sealed interface MethodRule extends Rule permits ExecutingMethod, MethodValue, LocalValue {

  /** All of them. */
  List<MethodRule> ALL = List.of(ExecutingMethod.RULE, MethodValue.RULE, LocalValue.RULE);

  /** What follows. */
  List<Consequence> consequences(KnownMethod method, TypeForms types);
}
