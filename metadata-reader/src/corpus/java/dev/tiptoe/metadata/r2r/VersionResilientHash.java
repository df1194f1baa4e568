// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.signature.PrimitiveType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The hash by which the runtime finds an instantiated method: made of the names of the method, its
 * type and all type arguments. The compiler wrote it into the file, so it is a witness of our
 * reading of the signature beside it.
 *
 * <p>Source: GetVersionResilientMethodHashCode and what it calls, in dotnet/runtime.
 */
final class VersionResilientHash {

  private final IntFunction<Image> modules;

  /** Hashes of types whose modules, by their module override indexes, are {@code modules}. */
  VersionResilientHash(IntFunction<Image> modules) {
    this.modules = modules;
  }

  int method(InstanceSignature signature) {
    MethodDef method = new MethodDef(modules.apply(signature.module()), signature.method().rid());
    int owner = signature.owner().map(this::type).orElseGet(() -> typeDef(method.declaringType()));
    int name = name(method.name());
    List<ZapSig> arguments = signature.arguments();
    return owner ^ (arguments.isEmpty() ? name : instance(name, arguments));
  }

  private int type(ZapSig type) {
    if (type instanceof ZapSig.Primitive primitive) {
      String name = PrimitiveType.fullName(primitive.elementType());
      return named("System", name.substring(name.indexOf('.') + 1));
    } else if (type instanceof ZapSig.Canon) {
      return named("System", "__Canon");
    } else if (type instanceof ZapSig.Named named) {
      return token(modules.apply(named.module()), named.token());
    } else if (type instanceof ZapSig.GenericInstance instance) {
      return instance(type(instance.type()), instance.arguments());
    } else if (type instanceof ZapSig.SzArray array) {
      return array(1, type(array.element()));
    } else if (type instanceof ZapSig.GeneralArray array) {
      return array(array.rank(), type(array.element()));
    } else if (type instanceof ZapSig.Pointer pointer) {
      int target = type(pointer.target());
      return (target + Integer.rotateLeft(target, 5)) ^ 0x12d0;
    } else if (type instanceof ZapSig.ByRef reference) {
      int target = type(reference.target());
      return (target + Integer.rotateLeft(target, 7)) ^ 0x4c85;
    }
    throw new AssertionError("a type that no instantiation is over: " + type);
  }

  private int instance(int definition, List<ZapSig> arguments) {
    int hash = definition;
    for (ZapSig argument : arguments) {
      hash = (hash + Integer.rotateLeft(hash, 13)) ^ type(argument);
    }
    return hash + Integer.rotateLeft(hash, 15);
  }

  private static int array(int rank, int element) {
    int hash = 0xd5313556 + rank;
    hash = (hash + Integer.rotateLeft(hash, 13)) ^ element;
    return hash + Integer.rotateLeft(hash, 15);
  }

  private static int token(Image image, Token token) {
    return token.table() == TypeDef.TABLE
        ? typeDef(new TypeDef(image, token.rid()))
        : typeRef(new TypeRef(image, token.rid()));
  }

  private static int typeDef(TypeDef type) {
    int own = named(type.namespace(), type.name());
    return type.enclosing().map(around -> nested(typeDef(around), own)).orElse(own);
  }

  private static int typeRef(TypeRef type) {
    int own = named(type.namespace(), type.name());
    Token scope = type.resolutionScope();
    return scope.table() == TypeRef.TABLE
        ? nested(typeRef(new TypeRef(type.image(), scope.rid())), own)
        : own;
  }

  private static int nested(int enclosing, int own) {
    return (enclosing + Integer.rotateLeft(enclosing, 11)) ^ own;
  }

  private static int named(String namespace, String name) {
    return name(namespace) ^ name(name);
  }

  private static int name(String name) {
    if (name.isEmpty()) {
      return 0;
    }
    int[] halves = {0x6da3b944, 0};
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      int half = halves[i % 2];
      halves[i % 2] = (half + Integer.rotateLeft(half, 5)) ^ bytes[i];
    }
    return (halves[0] + Integer.rotateLeft(halves[0], 8))
        ^ (halves[1] + Integer.rotateLeft(halves[1], 8));
  }
}
