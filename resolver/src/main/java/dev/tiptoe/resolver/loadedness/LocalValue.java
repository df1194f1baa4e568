// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.loadedness.TypeFacts.MethodDescription;
import java.util.List;

/**
 * The rule from locals: the compiler of the runtime loads the value types of all locals before it
 * compiles a method, even of those in code that never runs.
 *
 * <p>Precompiled code loads them when it needs them, so nothing is claimed for methods of images
 * that have any. What is held by reference, or is in shared code, proves nothing.
 */
record LocalValue() implements MethodRule {

  static final LocalValue RULE = new LocalValue();

  @Override
  public String statement() {
    return "The value types of the locals of an executing method are usable, if its code is not"
        + " shared between instantiations and its image has no precompiled code.";
  }

  @Override
  public List<Consequence> consequences(KnownMethod method, TypeForms types) {
    return MethodValue.exactValues(method, MethodDescription::locals, types)
        .map(type -> new Consequence(type, Strength.FULL, "is the type of a local of"))
        .toList();
  }
}
