// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.RuntimeType.TypeParameter;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.storage.Shapes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Type facts as a test states them: types by name, numbered as they are stated. */
final class GivenTypes implements TypeFacts {

  /** A test's description of a type. */
  static final class Given {
    private final TypeKey key;
    private final String name;
    private int arity;
    private Kind kind = Kind.REFERENCE;
    private boolean validated = true;
    private Optional<RuntimeType> base = Optional.empty();
    private final List<ValueField> fields = new ArrayList<>();
    private final List<RuntimeType> interfaces = new ArrayList<>();

    private Given(TypeKey key, String name) {
      this.key = key;
      this.name = name;
    }

    TypeKey key() {
      return key;
    }

    Token token() {
      return key.typeDef();
    }

    /** The type over these arguments. */
    RuntimeType of(RuntimeType... arguments) {
      return new Defined(key, List.of(arguments));
    }

    Given generic() {
      return generic(1);
    }

    Given generic(int parameters) {
      arity = parameters;
      return this;
    }

    Given asStruct() {
      kind = Kind.STRUCT;
      return this;
    }

    Given asEnum() {
      kind = Kind.ENUM;
      return this;
    }

    /** In an image whose field types the runtime does not load fully. */
    Given unvalidated() {
      validated = false;
      return this;
    }

    Given base(Given type) {
      return base(type.of());
    }

    Given base(RuntimeType type) {
      base = Optional.of(type);
      return this;
    }

    Given implementing(Given type) {
      return implementing(type.of());
    }

    Given implementing(RuntimeType type) {
      interfaces.add(type);
      return this;
    }

    /** An instance field of a value type; of an instantiation of it, when it is generic. */
    Given field(String field, Given type) {
      if (type.kind == Kind.REFERENCE) {
        type.asStruct();
      }
      RuntimeType[] parameters =
          IntStream.range(0, type.arity).mapToObj(TypeParameter::new).toArray(RuntimeType[]::new);
      return field(field, type.of(parameters));
    }

    Given field(String field, RuntimeType type) {
      fields.add(new ValueField(field, type));
      return this;
    }
  }

  private final ModuleID module;
  private final Map<TypeKey, Given> types = new HashMap<>();
  private final Map<Token, MethodDescription> methods = new HashMap<>();

  GivenTypes(ModuleID module) {
    this.module = module;
  }

  Given type(String name) {
    Given given = new Given(new TypeKey(module, Shapes.typeDef(types.size() + 1)), name);
    types.put(given.key, given);
    return given;
  }

  /** A method of a type that takes and returns these; returns its row. */
  int method(Given type, String name, RuntimeType... values) {
    return method(type, name, 0, values);
  }

  /** A method with type parameters of its own. */
  int method(Given type, String name, int arity, RuntimeType... values) {
    int rid = methods.size() + 1;
    methods.put(
        Shapes.methodDef(rid),
        new MethodDescription(type.name + "::" + name, type.key, arity, List.of(values)));
    return rid;
  }

  /** A method without parameters that has locals of these types. */
  int methodWithLocals(Given type, String name, int arity, RuntimeType... locals) {
    int rid = methods.size() + 1;
    String full = type.name + "::" + name;
    methods.put(
        Shapes.methodDef(rid),
        new MethodDescription(full, type.key, arity, List.of(), List.of(locals)));
    return rid;
  }

  @Override
  public Optional<TypeDescription> type(TypeKey type) {
    return Optional.ofNullable(types.get(type))
        .map(
            given ->
                new TypeDescription(
                    given.name,
                    given.kind,
                    given.arity,
                    given.validated,
                    given.base,
                    given.fields,
                    given.interfaces));
  }

  @Override
  public Optional<MethodDescription> method(ModuleID in, Token methodDef) {
    return in.equals(module) ? Optional.ofNullable(methods.get(methodDef)) : Optional.empty();
  }

  @Override
  public Optional<TypeKey> canonical() {
    return types.values().stream()
        .filter(given -> given.name.equals("System.__Canon"))
        .map(Given::key)
        .findFirst();
  }
}
