// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.signature.ElementType;
import java.util.List;

/** Writes types of ReadyToRun signatures in the reflection style. Mutable, not thread-safe. */
final class ZapSigWriter {

  /**
   * The limit of a name: a few bytes can refer to a long name many times; no normal signature comes
   * near this.
   */
  private static final int LONGEST = 1 << 20;

  /** Gives the names of tokens. */
  interface TokenNames {
    String of(int module, Token token);
  }

  private final Bytes file;
  private final TokenNames names;
  private final StringBuilder text = new StringBuilder(96);

  ZapSigWriter(Bytes file, TokenNames names) {
    this.file = file;
    this.names = names;
  }

  ZapSigWriter text(String part) {
    if (text.length() + part.length() > LONGEST) {
      throw file.damaged(0, "a name of more than " + LONGEST + " characters");
    }
    text.append(part);
    return this;
  }

  ZapSigWriter type(ZapSig type) {
    if (type instanceof ZapSig.Primitive primitive) {
      return text(ElementType.primitiveName(primitive.elementType()));
    } else if (type instanceof ZapSig.Canon) {
      return text("System.__Canon");
    } else if (type instanceof ZapSig.Named named) {
      return text(names.of(named.module(), named.token()));
    } else if (type instanceof ZapSig.GenericInstance instance) {
      return type(instance.type()).list("<", instance.arguments(), ">");
    } else if (type instanceof ZapSig.TypeParameter parameter) {
      return text("!" + parameter.number());
    } else if (type instanceof ZapSig.MethodParameter parameter) {
      return text("!!" + parameter.number());
    } else if (type instanceof ZapSig.FunctionPointer pointer) {
      return text("method ").type(pointer.returnType()).list("(", pointer.parameters(), ")");
    }
    return wrapped(type);
  }

  private ZapSigWriter wrapped(ZapSig type) {
    if (type instanceof ZapSig.SzArray array) {
      return type(array.element()).text("[]");
    } else if (type instanceof ZapSig.GeneralArray array) {
      return type(array.element())
          .text(array.rank() == 1 ? "[*]" : "[" + ",".repeat(array.rank() - 1) + "]");
    } else if (type instanceof ZapSig.Pointer pointer) {
      return type(pointer.target()).text("*");
    } else if (type instanceof ZapSig.ByRef reference) {
      return type(reference.target()).text("&");
    }
    throw new AssertionError(type);
  }

  ZapSigWriter list(String before, List<ZapSig> types, String after) {
    String separator = before;
    for (ZapSig type : types) {
      text(separator).type(type);
      separator = ",";
    }
    return text(types.isEmpty() ? before + after : after);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
