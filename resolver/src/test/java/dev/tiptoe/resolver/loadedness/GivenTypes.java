// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.Shapes;
import dev.tiptoe.resolver.reference.TypeKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Type facts as a test states them: types by name, numbered as they are stated. */
final class GivenTypes implements TypeFacts {

  /** What a test says of a type. */
  static final class Given {
    private final TypeKey key;
    private final String name;
    private boolean generic;
    private boolean isEnum;
    private boolean validated = true;
    private Optional<TypeKey> base = Optional.empty();
    private final List<ValueField> fields = new ArrayList<>();

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

    Given generic() {
      generic = true;
      return this;
    }

    Given asEnum() {
      isEnum = true;
      return this;
    }

    /** In an image whose field types the runtime does not load fully. */
    Given unvalidated() {
      validated = false;
      return this;
    }

    Given base(Given type) {
      base = Optional.of(type.key);
      return this;
    }

    /** An instance field of a value type; of an instantiation of it, when it is generic. */
    Given field(String field, Given type) {
      fields.add(new ValueField(field, type.key, type.generic, type.isEnum));
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

  /** A method of a type; returns its row. */
  int method(Given type, String name) {
    int rid = methods.size() + 1;
    methods.put(Shapes.methodDef(rid), new MethodDescription(type.name + "::" + name, type.key));
    return rid;
  }

  @Override
  public Optional<TypeDescription> type(TypeKey type) {
    return Optional.ofNullable(types.get(type))
        .map(
            given ->
                new TypeDescription(
                    given.name,
                    given.generic,
                    given.name.equals("System.__Canon"),
                    given.validated,
                    given.base,
                    given.fields));
  }

  @Override
  public Optional<MethodDescription> method(ModuleID in, Token methodDef) {
    return in.equals(module) ? Optional.ofNullable(methods.get(methodDef)) : Optional.empty();
  }
}
