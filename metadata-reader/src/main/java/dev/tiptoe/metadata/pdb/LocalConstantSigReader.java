// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.attribute.ConstantValue;
import dev.tiptoe.metadata.attribute.Scalar;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.signature.ElementType;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.metadata.table.CodedIndex;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * A position in the signature of a local constant. Mutable, not thread-safe.
 *
 * <pre>
 *  modifiers, then
 *  primitive  |BOOLEAN to R8|value|
 *  enum       |BOOLEAN to U8|value|type token|
 *  string     |STRING|UTF-16|  or, for null  |STRING|0xff|
 *  null       |OBJECT|
 *  general    |CLASS or VALUETYPE|type token|value, which may be nothing|
 * </pre>
 */
final class LocalConstantSigReader {

  private static final int NULL_STRING = 0xff;

  /** The limit of modifiers, which determine a type's depth. */
  private static final int MOST_MODIFIERS = 100;

  private record Modifier(Token type, boolean required) {}

  private final Cursor cursor;
  private final Deque<Modifier> modifiers = new ArrayDeque<>();

  LocalConstantSigReader(Bytes blob) {
    this.cursor = new Cursor(blob);
  }

  LocalConstantSig read() {
    int code = cursor.u8();
    while (code == ElementType.CMOD_REQD || code == ElementType.CMOD_OPT) {
      if (modifiers.size() == MOST_MODIFIERS) {
        throw cursor.damaged("more than " + MOST_MODIFIERS + " modifiers");
      }
      modifiers.push(new Modifier(type(), code == ElementType.CMOD_REQD));
      code = cursor.u8();
    }
    return switch (code) {
      case ElementType.STRING -> of(PrimitiveType.STRING, string());
      case ElementType.OBJECT -> of(PrimitiveType.OBJECT, ConstantValue.Null.NULL);
      case ElementType.CLASS, ElementType.VALUETYPE -> {
        TypeSignature type = new TypeSignature.Named(type(), code == ElementType.VALUETYPE);
        yield new LocalConstantSig(modified(type), Optional.empty(), cursor.rest());
      }
      default -> scalar(code);
    };
  }

  private LocalConstantSig scalar(int code) {
    PrimitiveType type =
        PrimitiveType.of(code)
            .filter(Scalar::has)
            .orElseThrow(
                () -> cursor.damaged("no constant has the type 0x" + Integer.toHexString(code)));
    ConstantValue value = Scalar.read(type, cursor);
    return of(cursor.atEnd() ? type : new TypeSignature.Named(type(), true), value);
  }

  private ConstantValue string() {
    return cursor.left() == 1 && cursor.peek() == NULL_STRING
        ? ConstantValue.Null.NULL
        : ConstantValue.of(ElementType.STRING, cursor.rest());
  }

  private LocalConstantSig of(TypeSignature type, ConstantValue value) {
    Bytes nothing = cursor.rest().slice(0, 0);
    return new LocalConstantSig(modified(type), Optional.of(value), nothing);
  }

  /** The first modifier in the signature is the outermost. */
  private TypeSignature modified(TypeSignature plain) {
    TypeSignature type = plain;
    for (Modifier modifier : modifiers) {
      type = new TypeSignature.Modified(type, modifier.type(), modifier.required());
    }
    return type;
  }

  private Token type() {
    int token = CodedIndex.typeDefOrRefEncoded(cursor.compressed());
    if (token == -1) {
      throw cursor.damaged("a type token that names no table");
    }
    return new Token(token);
  }
}
