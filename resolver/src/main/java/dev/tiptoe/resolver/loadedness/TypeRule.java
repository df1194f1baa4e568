// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import java.util.List;

/** A rule whose premise is a type. */
sealed interface TypeRule extends Rule
    permits ValueTypeField,
        BaseType,
        TypeArgument,
        CanonicalForm,
        PlainInterface,
        GenericInterface,
        ArrayElement {

  /** All of them. */
  List<TypeRule> ALL =
      List.of(
          ValueTypeField.RULE,
          BaseType.RULE,
          TypeArgument.RULE,
          CanonicalForm.RULE,
          PlainInterface.RULE,
          GenericInterface.RULE,
          ArrayElement.RULE);

  /** What follows. */
  List<Consequence> consequences(RuntimeType type, TypeForms types);
}
