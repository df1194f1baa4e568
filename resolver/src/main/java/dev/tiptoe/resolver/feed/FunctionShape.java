// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static java.util.Objects.requireNonNull;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;

/**
 * The runtime's description of a FunctionID.
 *
 * @param declaringClass none for code shared between instantiations, and where it is not known
 * @param module the module with the MethodDef
 * @param methodDef the token of the MethodDef; nil for a dynamic method
 * @param typeArguments the method's own, not its class's; empty also when they are not known
 * @param dynamicName the name of a dynamic method, which has no metadata; otherwise empty
 */
public record FunctionShape(
    ClassID declaringClass,
    ModuleID module,
    Token methodDef,
    List<ClassID> typeArguments,
    String dynamicName) {

  /** Copies the list. */
  public FunctionShape {
    requireNonNull(declaringClass, "declaringClass");
    requireNonNull(module, "module");
    requireNonNull(methodDef, "methodDef");
    requireNonNull(dynamicName, "dynamicName");
    typeArguments = List.copyOf(typeArguments);
  }
}
