// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import static java.util.stream.Collectors.joining;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.signature.ArrayShape;
import dev.tiptoe.metadata.signature.MethodSignature;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.Signature;
import dev.tiptoe.metadata.signature.TypeSignature;
import java.util.List;
import java.util.stream.Stream;

/** Signatures as {@code MetadataDump} writes them, see its Signatures.cs. Stateless. */
final class SignatureText {

  private static final int PROPERTY = 0x08;
  private static final int GENERIC = 0x10;
  private static final int HAS_THIS = 0x20;
  private static final int EXPLICIT_THIS = 0x40;

  private SignatureText() {}

  static String of(Signature signature) {
    if (signature instanceof MethodSignature method) {
      return of(method);
    }
    if (signature instanceof Signature.OfProperty property) {
      int header = PROPERTY | (property.hasThis() ? HAS_THIS : 0);
      int required = property.parameters().size();
      return method(header, 0, property.parameters(), required, property.type());
    }
    if (signature instanceof Signature.OfLocals locals) {
      return "(" + listed(locals.types()) + ")";
    }
    if (signature instanceof Signature.Instantiation instantiation) {
      return "<" + listed(instantiation.arguments()) + ">";
    }
    return of(((Signature.OfField) signature).type());
  }

  static String of(MethodSignature method) {
    int header =
        method.convention().code()
            | (method.arity() > 0 ? GENERIC : 0)
            | (method.hasThis() ? HAS_THIS : 0)
            | (method.explicitThis() ? EXPLICIT_THIS : 0);
    return method(
        header, method.arity(), method.parameters(), method.declared(), method.returnType());
  }

  private static String method(
      int header, int arity, List<TypeSignature> parameters, int required, TypeSignature type) {
    return Lines.hexadecimal(header, 2).substring(2)
        + (arity == 0 ? "" : "`" + arity)
        + "("
        + listed(parameters)
        + ")"
        + required
        + " "
        + of(type);
  }

  private static String listed(List<TypeSignature> types) {
    return types.stream().map(SignatureText::of).collect(joining(","));
  }

  static String of(TypeSignature type) {
    if (type instanceof PrimitiveType primitive) {
      return primitive.fullName().substring("System.".length());
    }
    if (type instanceof TypeSignature.Named named) {
      return (named.valueType() ? "struct " : "class ") + token(named.token());
    }
    if (type instanceof TypeSignature.TypeParameter parameter) {
      return "!" + parameter.number();
    }
    if (type instanceof TypeSignature.MethodParameter parameter) {
      return "!!" + parameter.number();
    }
    if (type instanceof TypeSignature.GenericInstance instance) {
      return of(instance.type()) + "<" + listed(instance.arguments()) + ">";
    }
    if (type instanceof TypeSignature.FunctionPointer pointer) {
      return "method{" + of(pointer.method()) + "}";
    }
    return wrapping(type);
  }

  private static String wrapping(TypeSignature type) {
    if (type instanceof TypeSignature.SzArray array) {
      return of(array.element()) + "[]";
    }
    if (type instanceof TypeSignature.GeneralArray array) {
      return of(array.element()) + of(array.shape());
    }
    if (type instanceof TypeSignature.Pointer pointer) {
      return of(pointer.target()) + "*";
    }
    if (type instanceof TypeSignature.ByRef reference) {
      return of(reference.target()) + "&";
    }
    if (type instanceof TypeSignature.Modified modified) {
      String keyword = modified.required() ? "modreq{" : "modopt{";
      return keyword + token(modified.modifier()) + " " + of(modified.type()) + "}";
    }
    return "pinned{" + of(((TypeSignature.Pinned) type).type()) + "}";
  }

  private static String of(ArrayShape shape) {
    return Stream.of(List.of(shape.rank()), shape.sizes(), shape.lowerBounds())
        .map(numbers -> numbers.stream().map(String::valueOf).collect(joining(",")))
        .collect(joining(";", "[", "]"));
  }

  private static String token(Token token) {
    return Lines.hexadecimal(token.value(), 8);
  }
}
