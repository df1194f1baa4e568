// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.reference.TypeKey;
import java.util.List;
import java.util.Optional;

/**
 * What rules need of the metadata of loaded modules. Empty answers where it is not at hand, is
 * damaged, or is ambiguous.
 *
 * <p>Implementations answer any thread, and always the same.
 */
public interface TypeFacts {

  /** A type. */
  Optional<TypeDescription> type(TypeKey type);

  /** A method. */
  Optional<MethodDescription> method(ModuleID module, Token methodDef);

  /** Facts of nothing: rules then draw on the runtime's own words alone. */
  static TypeFacts none() {
    return new TypeFacts() {
      @Override
      public Optional<TypeDescription> type(TypeKey type) {
        return Optional.empty();
      }

      @Override
      public Optional<MethodDescription> method(ModuleID module, Token methodDef) {
        return Optional.empty();
      }
    };
  }

  /**
   * A type.
   *
   * @param name its full name
   * @param generic whether it has type parameters
   * @param canonical whether it is {@code System.__Canon}, which stands for any reference type in
   *     shared code
   * @param fieldsValidated whether the runtime loads the types of its fields fully when it loads
   *     the type fully: not in CoreLib, nor in ReadyToRun images made to skip type validation
   * @param base its base type; empty where there is none
   * @param valueFields its instance fields of value types that have a TypeDef; primitives are no
   *     such types here
   */
  record TypeDescription(
      String name,
      boolean generic,
      boolean canonical,
      boolean fieldsValidated,
      Optional<TypeKey> base,
      List<ValueField> valueFields) {

    /** Copies the list. */
    public TypeDescription {
      valueFields = List.copyOf(valueFields);
    }
  }

  /**
   * A field that holds a value in place.
   *
   * @param name its name
   * @param type the TypeDef of its type
   * @param generic whether its type is an instantiation of that TypeDef
   * @param isEnum whether its type is an enum
   */
  record ValueField(String name, TypeKey type, boolean generic, boolean isEnum) {}

  /**
   * A method.
   *
   * @param name its name with that of its type, without its signature
   * @param declaringType the type that has it
   */
  record MethodDescription(String name, TypeKey declaringType) {}
}
