// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.SignatureParser;
import dev.tiptoe.metadata.signature.SignatureVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Writes types in a style while a signature is being parsed. Mutable, not thread-safe.
 *
 * <p>A TypeSpec in a signature is replaced by its own signature.
 */
abstract class TypeWriter implements SignatureVisitor {

  final Image image;
  final NameText text;

  /** The parser of the outermost signature; null before the first one. */
  private @Nullable SignatureParser parser;

  private final Cursor cursor;
  private final SignatureParser outermost;

  TypeWriter(Image image, NameText text) {
    this.image = image;
    this.text = text;
    this.cursor = new Cursor(image.blobs().get(0));
    this.outermost = new SignatureParser(cursor);
  }

  /**
   * Begins with the signature at an offset of {@code #Blob}. The same cursor and parser are used
   * again, so naming a method creates nothing but its name.
   */
  final SignatureParser beginAt(int offset) {
    image.blobs().read(cursor, offset);
    text.endSignature();
    outermost.restart();
    return reading(outermost);
  }

  /** Begins with a signature of a row. */
  final SignatureParser begin(Cursor signature) {
    restart();
    return reading(new SignatureParser(signature));
  }

  private SignatureParser reading(SignatureParser reading) {
    text.beginSignature(reading);
    parser = reading;
    return reading;
  }

  /** Drops the state of an interrupted walk. */
  void restart() {}

  /** Writes the type arguments of a MethodSpec. */
  final void instantiation(Cursor signature) {
    SignatureParser reading = begin(signature);
    int count = reading.instantiationHead();
    beginArguments(count);
    for (int i = 0; i < count; i++) {
      argument(i);
      reading.type(this);
    }
    endArguments();
  }

  /** Writes the type of a TypeDef, TypeRef or TypeSpec. */
  final void type(Token token) {
    restart();
    parser = null;
    type(token.value(), false);
  }

  @Override
  public final void type(int token, boolean valueType) {
    if (token >>> 24 == TypeSpec.TABLE) {
      Cursor signature = new Cursor(new TypeSpec(image, new Token(token).rid()).signature());
      inside(signature).type(this);
    } else {
      named(token, valueType);
    }
  }

  /** Returns the parser of a signature within the current one. */
  final SignatureParser inside(Cursor signature) {
    SignatureParser outer = parser;
    return outer == null ? begin(signature) : outer.inside(signature);
  }

  /** Writes a type: the TypeDef or TypeRef {@code token}. */
  abstract void named(int token, boolean valueType);

  @Override
  public void argument(int index) {
    if (index > 0) {
      text.add(',');
    }
  }
}
