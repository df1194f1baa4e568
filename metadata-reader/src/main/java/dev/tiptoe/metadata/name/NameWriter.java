// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.ElementType;
import dev.tiptoe.metadata.signature.SignatureParser;
import dev.tiptoe.metadata.signature.SignatureParser.MethodHead;
import dev.tiptoe.metadata.signature.SignatureSkipper;
import dev.tiptoe.metadata.signature.SignatureVisitor;

/** Writes names in the reflection style while a signature is being read. */
final class NameWriter implements SignatureVisitor {

  /**
   * TypeSpecs that name TypeSpecs can grow without bound from few bytes; no honest name comes near
   * this.
   */
  private static final int LONGEST = 1 << 20;

  private static final int DEEPEST = 50;

  private final StringBuilder text;
  private final TypeNames types;
  private int typeSpecDepth;

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
    typeSpecDepth = 0;
    return this;
  }

  /** Writes {@code `arity(parameters):returnType}. */
  void methodSignature(Cursor signature) {
    SignatureParser parser = new SignatureParser(signature);
    MethodHead head = parser.methodHead();
    if (head.arity() > 0) {
      text.append('`').append(head.arity());
    }
    // The return type stands first in the signature and last in the name.
    int returnType = signature.position();
    parser.type(SignatureSkipper.INSTANCE);
    text.append('(');
    for (int i = 0; i < head.parameters(); i++) {
      parser.skipSentinel();
      argument(i);
      parser.type(this);
    }
    text.append("):");
    signature.moveTo(returnType);
    parser.type(this);
  }

  /** Writes {@code :type}. */
  void fieldSignature(Cursor signature) {
    SignatureParser parser = new SignatureParser(signature);
    parser.fieldHead();
    text.append(':');
    parser.type(this);
  }

  /** Writes {@code <types>}. */
  void instantiation(Cursor signature) {
    SignatureParser parser = new SignatureParser(signature);
    int count = parser.instantiationHead();
    beginArguments(count);
    for (int i = 0; i < count; i++) {
      argument(i);
      parser.type(this);
    }
    endArguments();
  }

  @Override
  public void type(Token token, boolean valueType) {
    if (token.table() != TypeSpec.TABLE) {
      text.append(types.of(token));
      return;
    }
    Image image = types.image();
    if (++typeSpecDepth > DEEPEST || text.length() > LONGEST) {
      throw image.strings().damaged(token + " is made of too many others, or of itself");
    }
    new SignatureParser(new Cursor(new TypeSpec(image, token.rid()).signature())).type(this);
    typeSpecDepth--;
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
  public void beginFunctionPointer() {
    text.append("method ");
  }

  @Override
  public void beginParameters(int count) {
    text.append('(');
  }

  @Override
  public void endFunctionPointer() {
    text.append(')');
  }

  @Override
  public void szArray() {
    text.append("[]");
  }

  @Override
  public void array(int rank) {
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
