// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import dev.tiptoe.metadata.image.GenericParam;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.Param;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.signature.MethodSignature;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.TypeSignature;
import java.util.List;
import java.util.StringJoiner;

/**
 * The parameters of a method as the runtime writes them into stack traces: {@code Type.Name} of
 * reflection and the name of the parameter, made from signatures alone.
 */
final class RuntimeParameters {

  private final Image image;
  private final List<GenericParam> ofType;
  private final List<GenericParam> ofMethod;

  private RuntimeParameters(MethodDef method) {
    image = method.image();
    ofType = method.declaringType().genericParameters();
    ofMethod = method.genericParameters();
  }

  /** Returns what is between the brackets. */
  static String of(MethodDef method) {
    RuntimeParameters names = new RuntimeParameters(method);
    StringJoiner all = new StringJoiner(", ");
    List<TypeSignature> types = MethodSignature.of(method.signature()).parameters();
    for (int i = 0; i < types.size(); i++) {
      String name = method.param(i + 1).map(Param::name).orElse("");
      all.add(names.name(types.get(i)) + (name.isEmpty() ? "" : " " + name));
    }
    return all.toString();
  }

  private String name(TypeSignature type) {
    if (type instanceof PrimitiveType primitive) {
      return primitive.fullName().substring("System.".length());
    } else if (type instanceof TypeSignature.Named named) {
      return named.token().table() == TypeDef.TABLE
          ? new TypeDef(image, named.token().rid()).name()
          : new TypeRef(image, named.token().rid()).name();
    } else if (type instanceof TypeSignature.TypeParameter parameter) {
      return ofType.get(parameter.number()).name();
    } else if (type instanceof TypeSignature.MethodParameter parameter) {
      return ofMethod.get(parameter.number()).name();
    } else if (type instanceof TypeSignature.GenericInstance instance) {
      return name(instance.type());
    } else if (type instanceof TypeSignature.SzArray array) {
      return name(array.element()) + "[]";
    } else if (type instanceof TypeSignature.GeneralArray array) {
      int rank = array.shape().rank();
      return name(array.element()) + (rank == 1 ? "[*]" : "[" + ",".repeat(rank - 1) + "]");
    } else if (type instanceof TypeSignature.Pointer pointer) {
      return name(pointer.target()) + "*";
    } else if (type instanceof TypeSignature.ByRef reference) {
      return name(reference.target()) + "&";
    } else if (type instanceof TypeSignature.Modified modified) {
      return name(modified.type());
    }
    // A pointer to a function has no name.
    return "";
  }
}
