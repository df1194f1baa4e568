// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.MethodSignature;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.RuntimeType.Unresolved;
import dev.tiptoe.resolver.answer.TypeKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads one type that a module writes, following TypeSpecs. Used once, not thread-safe.
 *
 * <p>Every part counts, also those of TypeSpecs that refer to others or themselves, so the reading
 * ends.
 */
final class TypeReading {

  private static final Unresolved TOO_LARGE =
      new Unresolved(
          RuntimeType.Reason.TOO_LARGE, "more than " + RuntimeType.MOST_PARTS + " parts");

  private static final int MOST_BYTES_OF_A_PART = 16;

  private final LoadedTypes types;
  private final LoadedImage from;
  private final Image image;
  private final int most;
  private final Set<Integer> unresolved;
  private int parts;

  /**
   * Creates a reader for a type with at most so many parts.
   *
   * @param unresolved takes the rows of AssemblyRef through which references led nowhere
   */
  TypeReading(LoadedTypes types, LoadedImage from, int most, Set<Integer> unresolved) {
    this.types = types;
    this.from = from;
    this.most = most;
    this.unresolved = unresolved;
    this.image = from.image();
  }

  /** Returns a type, if it was not too large. */
  RuntimeType whole(Function<TypeReading, RuntimeType> read) {
    RuntimeType type = read.apply(this);
    return isTooLarge() ? TOO_LARGE : type;
  }

  private boolean isTooLarge() {
    return parts > most;
  }

  RuntimeType type(Token token) {
    parts++;
    if (isTooLarge()) {
      return TOO_LARGE;
    }
    return switch (token.table()) {
      case TypeDef.TABLE -> definition(token);
      case TypeRef.TABLE -> resolved(new TypeRef(image, token.rid()));
      case TypeSpec.TABLE -> spec(new TypeSpec(image, token.rid()).signature());
      default -> new Unresolved(RuntimeType.Reason.DAMAGED, token + " is no type");
    };
  }

  private RuntimeType resolved(TypeRef reference) {
    RuntimeType type = types.resolve(from, reference);
    if (type instanceof Unresolved) {
      Token scope = TypeRefResolver.outermost(reference).resolutionScope();
      unresolved.add(scope.table() == AssemblyRef.TABLE ? scope.rid() : 0);
    }
    return type;
  }

  /** The whole of a TypeSpec is parsed before its parts can be counted. */
  private RuntimeType spec(Bytes signature) {
    parts += signature.length() / MOST_BYTES_OF_A_PART;
    return isTooLarge() ? TOO_LARGE : type(TypeSignature.of(signature));
  }

  private RuntimeType definition(Token token) {
    return image.contains(token)
        ? new Defined(new TypeKey(from.id(), token), List.of())
        : new Unresolved(RuntimeType.Reason.DAMAGED, token + " is no row of " + from.name());
  }

  RuntimeType type(TypeSignature signature) {
    if (signature instanceof TypeSignature.Named named) {
      return type(named.token());
    }
    if (signature instanceof TypeSignature.Modified modified) {
      return type(modified.type());
    }
    if (signature instanceof TypeSignature.Pinned pinned) {
      return type(pinned.type());
    }
    parts++;
    return isTooLarge() ? TOO_LARGE : composed(signature);
  }

  private RuntimeType composed(TypeSignature signature) {
    if (signature instanceof PrimitiveType primitive) {
      return types.primitive(primitive);
    }
    if (signature instanceof TypeSignature.TypeParameter parameter) {
      return new RuntimeType.TypeParameter(parameter.number());
    }
    if (signature instanceof TypeSignature.MethodParameter parameter) {
      return new RuntimeType.MethodParameter(parameter.number());
    }
    if (signature instanceof TypeSignature.GenericInstance instance) {
      return instance(type(instance.type()), all(instance.arguments()));
    }
    if (signature instanceof TypeSignature.FunctionPointer pointer) {
      return functionPointer(pointer.method());
    }
    if (signature instanceof TypeSignature.SzArray array) {
      return new RuntimeType.Array(type(array.element()), 1, true);
    }
    if (signature instanceof TypeSignature.GeneralArray array) {
      return new RuntimeType.Array(type(array.element()), array.shape().rank(), false);
    }
    return signature instanceof TypeSignature.Pointer pointer
        ? new RuntimeType.Pointer(type(pointer.target()))
        : new RuntimeType.ByRef(type(((TypeSignature.ByRef) signature).target()));
  }

  private static RuntimeType instance(RuntimeType generic, List<RuntimeType> arguments) {
    return generic instanceof Defined defined
        ? new Defined(defined.definition(), arguments)
        : generic;
  }

  private RuntimeType functionPointer(MethodSignature method) {
    List<RuntimeType> all = new ArrayList<>();
    all.add(type(method.returnType()));
    all.addAll(all(method.parameters()));
    return new RuntimeType.FunctionPointer(all);
  }

  private List<RuntimeType> all(List<TypeSignature> signatures) {
    return signatures.stream().map(this::type).toList();
  }
}
