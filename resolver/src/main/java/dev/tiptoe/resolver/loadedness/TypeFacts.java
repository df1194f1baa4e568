// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.reference.ReferenceChanges;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The facts from metadata that the rules need. An answer is empty when the metadata is not
 * available, is damaged, or is ambiguous.
 *
 * <p>Implementations are thread-safe, and their answers never change.
 */
public interface TypeFacts {

  /** A type. */
  Optional<TypeDescription> type(TypeKey type);

  /** The full name of a type. */
  default Optional<String> name(TypeKey type) {
    return type(type).map(TypeDescription::name);
  }

  /** A method. */
  Optional<MethodDescription> method(ModuleID module, Token methodDef);

  /**
   * Returns {@code System.__Canon}, which replaces any reference type in shared code. As long as it
   * is not known, no instantiation counts as a type of its own.
   */
  Optional<TypeKey> canonical();

  /** How many TypeDefs a module has; 0 where its metadata is not available. */
  default int typeDefs(ModuleID module) {
    return 0;
  }

  /** How many MethodDefs a module has; 0 where its metadata is not available. */
  default int methodDefs(ModuleID module) {
    return 0;
  }

  /**
   * The modules about which there may be other facts than earlier ones; empty if it may be any, and
   * if {@link #canonical} is another.
   */
  default Optional<ReferenceChanges> changedSince(TypeFacts earlier) {
    return Optional.empty();
  }

  /** Returns facts about nothing: rules then use only what the runtime reported. */
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

      @Override
      public Optional<TypeKey> canonical() {
        return Optional.empty();
      }
    };
  }

  /** How values of a type are held. */
  enum Kind {
    /** By reference: a class, an interface, a delegate. */
    REFERENCE,
    /** In place: a struct. */
    STRUCT,
    /** In place, as a number: an enum. */
    ENUM
  }

  /**
   * A type definition. The types in it are written inside it, so they may name its parameters.
   *
   * @param name its full name
   * @param kind how its values are held
   * @param arity how many type parameters it has
   * @param fieldsValidated whether the runtime loads the types of its fields fully when it loads
   *     the type fully: not in CoreLib, nor in ReadyToRun images made to skip type validation; and
   *     not known of metadata without its module
   * @param base its base type; empty where there is none
   * @param valueFields its instance fields that hold a value in place, or do so for some arguments;
   *     those of primitive types are left out
   * @param interfaces its interfaces
   * @param unresolved the rows of AssemblyRef through which references in it led nowhere; 0 for
   *     references that go through none
   */
  record TypeDescription(
      String name,
      Kind kind,
      int arity,
      boolean fieldsValidated,
      Optional<RuntimeType> base,
      List<ValueField> valueFields,
      List<RuntimeType> interfaces,
      Set<Integer> unresolved) {

    /** Copies the lists. */
    public TypeDescription {
      unresolved = Set.copyOf(unresolved);
      valueFields = List.copyOf(valueFields);
      interfaces = List.copyOf(interfaces);
    }

    /** Whether it has type parameters. */
    public boolean generic() {
      return arity > 0;
    }

    /** Creates a description in which all references lead to types. */
    public TypeDescription(
        String name,
        Kind kind,
        int arity,
        boolean fieldsValidated,
        Optional<RuntimeType> base,
        List<ValueField> valueFields,
        List<RuntimeType> interfaces) {
      this(name, kind, arity, fieldsValidated, base, valueFields, interfaces, Set.of());
    }
  }

  /**
   * A field that holds a value in place.
   *
   * @param name its name
   * @param type its type
   */
  record ValueField(String name, RuntimeType type) {}

  /**
   * A method. The types in it may name its own parameters and those of its type.
   *
   * @param name its name with that of its type, without its signature
   * @param declaringType the type that has it
   * @param arity how many type parameters it has
   * @param returnAndParameters its return type unless it is {@code void}, then the types of its
   *     parameters
   * @param locals the types of its locals that hold a value in place, or do so for some arguments,
   *     if its code was compiled by the runtime; empty where its image has precompiled code
   * @param unresolved as that of a {@link TypeDescription}
   */
  record MethodDescription(
      String name,
      TypeKey declaringType,
      int arity,
      List<RuntimeType> returnAndParameters,
      List<RuntimeType> locals,
      Set<Integer> unresolved) {

    /** Copies the lists. */
    public MethodDescription {
      unresolved = Set.copyOf(unresolved);
      returnAndParameters = List.copyOf(returnAndParameters);
      locals = List.copyOf(locals);
    }

    /** Creates a description of a method of whose locals nothing is known. */
    public MethodDescription(
        String name, TypeKey declaringType, int arity, List<RuntimeType> returnAndParameters) {
      this(name, declaringType, arity, returnAndParameters, List.of());
    }

    /** Creates a description in which all references lead to types. */
    public MethodDescription(
        String name,
        TypeKey declaringType,
        int arity,
        List<RuntimeType> returnAndParameters,
        List<RuntimeType> locals) {
      this(name, declaringType, arity, returnAndParameters, locals, Set.of());
    }
  }
}
