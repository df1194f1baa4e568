// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import dev.tiptoe.metadata.signature.TypeSignature.ByRef;
import dev.tiptoe.metadata.signature.TypeSignature.FunctionPointer;
import dev.tiptoe.metadata.signature.TypeSignature.GeneralArray;
import dev.tiptoe.metadata.signature.TypeSignature.GenericInstance;
import dev.tiptoe.metadata.signature.TypeSignature.MethodParameter;
import dev.tiptoe.metadata.signature.TypeSignature.Modified;
import dev.tiptoe.metadata.signature.TypeSignature.Named;
import dev.tiptoe.metadata.signature.TypeSignature.Pinned;
import dev.tiptoe.metadata.signature.TypeSignature.Pointer;
import dev.tiptoe.metadata.signature.TypeSignature.SzArray;
import dev.tiptoe.metadata.signature.TypeSignature.TypeParameter;
import dev.tiptoe.testdata.image.Compressed;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** The bytes of a modelled signature: the other direction, which only tests need. */
final class SignatureBytes {

  private static final int SENTINEL = 0x41;

  private SignatureBytes() {}

  static byte[] of(Signature signature) {
    if (signature instanceof MethodSignature method) {
      return method(method);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (signature instanceof Signature.OfField field) {
      bytes.write(0x06);
      bytes.writeBytes(of(field.type()));
    } else if (signature instanceof Signature.OfProperty property) {
      bytes.write(0x08 | (property.hasThis() ? 0x20 : 0));
      bytes.writeBytes(Compressed.unsigned(property.parameters().size()));
      bytes.writeBytes(of(property.type()));
      property.parameters().forEach(type -> bytes.writeBytes(of(type)));
    } else if (signature instanceof Signature.OfLocals locals) {
      bytes.write(0x07);
      list(locals.types(), bytes);
    } else if (signature instanceof Signature.Instantiation instantiation) {
      bytes.write(0x0a);
      list(instantiation.arguments(), bytes);
    }
    return bytes.toByteArray();
  }

  private static void list(List<TypeSignature> types, ByteArrayOutputStream bytes) {
    bytes.writeBytes(Compressed.unsigned(types.size()));
    types.forEach(type -> bytes.writeBytes(of(type)));
  }

  private static byte[] method(MethodSignature method) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(
        method.convention().code()
            | (method.arity() > 0 ? 0x10 : 0)
            | (method.hasThis() ? 0x20 : 0)
            | (method.explicitThis() ? 0x40 : 0));
    if (method.arity() > 0) {
      bytes.writeBytes(Compressed.unsigned(method.arity()));
    }
    bytes.writeBytes(Compressed.unsigned(method.parameters().size()));
    bytes.writeBytes(of(method.returnType()));
    for (int i = 0; i < method.parameters().size(); i++) {
      if (i == method.declared()) {
        bytes.write(SENTINEL);
      }
      bytes.writeBytes(of(method.parameters().get(i)));
    }
    return bytes.toByteArray();
  }

  static byte[] of(TypeSignature type) {
    if (type instanceof PrimitiveType primitive) {
      return SignatureBlobs.primitive(primitive.code());
    } else if (type instanceof Named named) {
      int token = named.token().value();
      return named.valueType() ? SignatureBlobs.valueType(token) : SignatureBlobs.classType(token);
    } else if (type instanceof TypeParameter parameter) {
      return SignatureBlobs.typeParameter(parameter.number());
    } else if (type instanceof MethodParameter parameter) {
      return SignatureBlobs.methodParameter(parameter.number());
    } else if (type instanceof GenericInstance instance) {
      byte[][] arguments =
          instance.arguments().stream().map(SignatureBytes::of).toArray(byte[][]::new);
      return SignatureBlobs.generic(of(instance.type()), arguments);
    } else if (type instanceof FunctionPointer pointer) {
      return SignatureBlobs.functionPointer(method(pointer.method()));
    } else {
      return wrapped(type);
    }
  }

  private static byte[] wrapped(TypeSignature type) {
    if (type instanceof SzArray array) {
      return SignatureBlobs.szArray(of(array.element()));
    } else if (type instanceof GeneralArray array) {
      ArrayShape shape = array.shape();
      return SignatureBlobs.array(
          of(array.element()),
          shape.rank(),
          shape.sizes().stream().mapToInt(i -> i).toArray(),
          shape.lowerBounds().stream().mapToInt(i -> i).toArray());
    } else if (type instanceof Pointer pointer) {
      return SignatureBlobs.pointer(of(pointer.target()));
    } else if (type instanceof ByRef reference) {
      return SignatureBlobs.byRef(of(reference.target()));
    } else if (type instanceof Pinned pinned) {
      return SignatureBlobs.pinned(of(pinned.type()));
    } else if (type instanceof Modified modified) {
      int modifier = modified.modifier().value();
      byte[] bare = of(modified.type());
      return modified.required()
          ? SignatureBlobs.required(modifier, bare)
          : SignatureBlobs.optional(modifier, bare);
    }
    throw new IllegalArgumentException(type.toString());
  }
}
