// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.loadedness.TypeFacts.MethodDescription;
import java.util.List;
import java.util.Optional;

/**
 * A known method.
 *
 * @param id its FunctionID
 * @param name its name with that of its type, or its token
 * @param description its metadata
 * @param declaring the type that has it; of shared code the definition alone
 * @param shared whether its code is, or may be, shared between instantiations of its type
 * @param typeArguments its own
 */
record KnownMethod(
    FunctionID id,
    String name,
    Optional<MethodDescription> description,
    Optional<RuntimeType> declaring,
    boolean shared,
    List<RuntimeType> typeArguments) {

  /** Copies the list. */
  KnownMethod {
    typeArguments = List.copyOf(typeArguments);
  }
}
