// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import java.util.List;

/**
 * The rule from the stack: the declaring type of an executing method is usable.
 *
 * <p>When the runtime reported the exact declaring type, that type is usable. When it reported
 * none, or the canonical form over {@code System.__Canon}, the code is shared: some instantiation
 * is usable, but it is not known which, so no ID is proved.
 */
record ExecutingMethod() implements MethodRule {

  static final ExecutingMethod RULE = new ExecutingMethod();

  @Override
  public String statement() {
    return "The declaring type of an executing method is usable;"
        + " shared generic code proves some instantiation and no ID.";
  }

  @Override
  public List<Consequence> consequences(KnownMethod method, TypeForms types) {
    return method.declaring().stream()
        .map(type -> new Consequence(type, Strength.FULL, "declares"))
        .toList();
  }
}
