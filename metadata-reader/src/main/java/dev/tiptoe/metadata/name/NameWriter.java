// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.ArrayShape;
import dev.tiptoe.metadata.signature.ElementType;
import dev.tiptoe.metadata.signature.MethodHead;
import dev.tiptoe.metadata.signature.SignatureParser;
import dev.tiptoe.metadata.signature.SignatureSkipper;
import dev.tiptoe.metadata.signature.SignatureVisitor;
import org.jspecify.annotations.Nullable;

/** Writes names in the reflection style while a signature is being read. */
final class NameWriter implements SignatureVisitor {

  /** Few bytes can name a long name often; no honest signature comes near this. */
  private static final int LONGEST = 1 << 20;

  private final StringBuilder text;
  private final TypeNames types;

  /** What reads the signature of the row that is being named; null before it. */
  private @Nullable SignatureParser parser;

  NameWriter(StringBuilder text, TypeNames types) {
    this.text = text;
    this.types = types;
  }

  NameWriter text(String part) {
    text.append(part);
    return this;
  }

  int length() {
    return text.length();
  }

  NameWriter truncate(int length) {
    text.setLength(length);
    return this;
  }

  /** Writes {@code `arity(parameters):returnType}. */
  void methodSignature(Cursor signature) {
    SignatureParser reading = begin(signature);
    MethodHead head = reading.methodHead();
    if (head.arity() > 0) {
      text.append('`').append(head.arity());
    }
    // The return type stands first in the signature and last in the name.
    int returnType = signature.position();
    reading.type(SignatureSkipper.INSTANCE);
    text.append('(');
    for (int i = 0; i < head.parameters(); i++) {
      reading.skipSentinel();
      argument(i);
      reading.type(this);
    }
    text.append("):");
    signature.moveTo(returnType);
    reading.type(this);
  }

  /** Writes {@code :type}. */
  void fieldSignature(Cursor signature) {
    SignatureParser reading = begin(signature);
    reading.fieldHead();
    text.append(':');
    reading.type(this);
  }

  /** Writes {@code <types>}. */
  void instantiation(Cursor signature) {
    SignatureParser reading = begin(signature);
    int count = reading.instantiationHead();
    beginArguments(count);
    for (int i = 0; i < count; i++) {
      argument(i);
      reading.type(this);
    }
    endArguments();
  }

  /** Writes the type that a TypeDef, TypeRef or TypeSpec stands for. */
  void type(Token token) {
    parser = null;
    type(token.value(), false);
  }

  private SignatureParser begin(Cursor signature) {
    SignatureParser reading = new SignatureParser(signature);
    parser = reading;
    return reading;
  }

  @Override
  public void type(int value, boolean valueType) {
    Token token = new Token(value);
    Image image = types.image();
    if (text.length() > LONGEST) {
      throw image.strings().damaged("a name of more than " + LONGEST + " characters");
    }
    if (token.table() != TypeSpec.TABLE) {
      text.append(types.of(token));
      return;
    }
    Cursor signature = new Cursor(new TypeSpec(image, token.rid()).signature());
    SignatureParser outer = parser;
    (outer == null ? begin(signature) : outer.inside(signature)).type(this);
  }

  @Override
  public void primitive(int elementType) {
    text.append(ElementType.primitiveName(elementType));
  }

  @Override
  public void typeParameter(int number) {
    text.append('!').append(number);
  }

  @Override
  public void methodParameter(int number) {
    text.append("!!").append(number);
  }

  @Override
  public void beginArguments(int count) {
    text.append('<');
  }

  @Override
  public void argument(int index) {
    if (index > 0) {
      text.append(',');
    }
  }

  @Override
  public void endArguments() {
    text.append('>');
  }

  @Override
  public void beginMethod(MethodHead head) {
    text.append("method ");
  }

  @Override
  public void beginParameters(int count) {
    text.append('(');
  }

  @Override
  public void endMethod() {
    text.append(')');
  }

  @Override
  public void szArray() {
    text.append("[]");
  }

  @Override
  public void array(ArrayShape shape) {
    int rank = shape.rank();
    text.append(rank == 1 ? "[*]" : "[" + ",".repeat(rank - 1) + "]");
  }

  @Override
  public void pointer() {
    text.append('*');
  }

  @Override
  public void byRef() {
    text.append('&');
  }
}
