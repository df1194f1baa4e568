// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.metadata.signature.TypeSignature.GenericInstance;
import dev.tiptoe.metadata.signature.TypeSignature.Modified;
import dev.tiptoe.metadata.signature.TypeSignature.Named;
import dev.tiptoe.resolver.reference.TypeResolution.Reason;
import dev.tiptoe.resolver.reference.TypeResolution.Resolved;
import dev.tiptoe.resolver.reference.TypeResolution.Unresolved;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A type and its base types, as far as they are known, each with its type arguments in terms of the
 * parameters of the first. Immutable.
 *
 * @param types from the type to the outermost base type that is known
 * @param end why there are no more; empty when the last has no base type
 */
record Ancestry(List<Ancestor> types, Optional<TypeResolution> end) {

  /**
   * A type of the chain.
   *
   * @param module the module that defines it
   * @param type its row
   * @param arguments the arguments for its parameters; null for those of the first type, which
   *     remain parameters
   */
  record Ancestor(LoadedImage module, TypeDef type, @Nullable Arguments arguments) {

    SignatureMatch.Place place() {
      return new SignatureMatch.Place(module, arguments);
    }

    boolean isNamed(String namespace, String name) {
      return type.name().equals(name) && type.namespace().equals(namespace);
    }
  }

  /** Returns the chain that begins with a type; going up is charged to {@code work}. */
  static Ancestry of(Ancestor first, TypeRefResolver resolver, SearchWork work) {
    List<Ancestor> types = new ArrayList<>();
    Set<TypeKey> met = new HashSet<>();
    Ancestor next = first;
    while (true) {
      types.add(next);
      work.add(SearchWork.OF_A_TYPE);
      Token base = next.type().extendsType();
      if (base.isNil()) {
        return new Ancestry(types, Optional.empty());
      }
      if (!met.add(new TypeKey(next.module().id(), next.type().token()))
          || types.size() > Enclosures.DEEPEST) {
        return new Ancestry(types, Optional.of(circular(first)));
      }
      Step step = step(next, base, resolver);
      if (!(step.answer() instanceof Resolved resolved)) {
        return new Ancestry(types, Optional.of(step.answer()));
      }
      Arguments arguments = new Arguments(next.module(), step.arguments(), next.arguments());
      next = new Ancestor(resolved.module(), resolved.type(), arguments);
    }
  }

  /** Copies the list. */
  Ancestry {
    types = List.copyOf(types);
  }

  /** The place of a base type, and its type arguments as they are written. */
  private record Step(TypeResolution answer, List<TypeSignature> arguments) {}

  private static Step step(Ancestor from, Token base, TypeRefResolver resolver) {
    if (base.table() != TypeSpec.TABLE) {
      return new Step(resolved(from.module(), base, resolver), List.of());
    }
    TypeSpec spec = new TypeSpec(from.module().image(), base.rid());
    TypeSignature type = unmodified(TypeSignature.of(spec.signature()));
    List<TypeSignature> arguments = List.of();
    if (type instanceof GenericInstance instance) {
      arguments = instance.arguments();
      type = unmodified(instance.type());
    }
    return type instanceof Named named && named.token().table() != TypeSpec.TABLE
        ? new Step(resolved(from.module(), named.token(), resolver), arguments)
        : new Step(
            new Unresolved(Reason.NO_SUCH_TYPE, base + " is nothing to derive from"), List.of());
  }

  /** Returns the TypeDef to which a TypeDef or TypeRef leads. */
  static TypeResolution resolved(LoadedImage from, Token token, TypeRefResolver resolver) {
    return token.table() == TypeDef.TABLE
        ? new Resolved(from, new TypeDef(from.image(), token.rid()), List.of())
        : resolver.resolve(from, new TypeRef(from.image(), token.rid()));
  }

  /** Returns a type without the custom modifiers before it. */
  static TypeSignature unmodified(TypeSignature type) {
    TypeSignature bare = type;
    while (bare instanceof Modified modified) {
      bare = modified.type();
    }
    return bare;
  }

  private static Unresolved circular(Ancestor first) {
    String name = first.type().token() + " of " + first.module();
    return new Unresolved(Reason.CIRCULAR, name + " derives from itself");
  }

  /**
   * Returns whether base types are only searched for virtual methods, because the first is a value
   * type.
   */
  boolean isValueType() {
    if (types.size() < 2) {
      return false;
    }
    Ancestor base = types.get(1);
    return base.isNamed("System", "Enum")
        || (base.isNamed("System", "ValueType") && !types.get(0).isNamed("System", "Enum"));
  }
}
