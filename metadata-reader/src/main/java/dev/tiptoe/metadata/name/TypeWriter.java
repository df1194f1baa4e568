// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.parser.SignatureParser;
import dev.tiptoe.metadata.parser.SignatureVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Writes types as a style has them while a signature is being read. Mutable, for one thread.
 *
 * <p>A TypeSpec that a signature names is written in its place.
 */
abstract class TypeWriter implements SignatureVisitor {

  final Image image;
  final NameText text;

  /** What reads the outermost signature; null before one. */
  private @Nullable SignatureParser parser;

  private final Cursor cursor;
  private final SignatureParser outermost;

  TypeWriter(Image image, NameText text) {
    this.image = image;
    this.text = text;
    this.cursor = new Cursor(image.metadata().blobs().get(0));
    this.outermost = new SignatureParser(cursor);
  }

  /**
   * Begins with the signature at an offset of {@code #Blob}. The same cursor and parser read one
   * after the other, so that naming a method makes nothing but its name.
   */
  final SignatureParser beginAt(int offset) {
    image.metadata().blobs().read(cursor, offset);
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

  /** Forgets what an interrupted walk was in. */
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

  /** Writes the type that a TypeDef, TypeRef or TypeSpec stands for. */
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

  /** What reads a signature within the one that is being read. */
  final SignatureParser inside(Cursor signature) {
    SignatureParser outer = parser;
    return outer == null ? begin(signature) : outer.inside(signature);
  }

  /** A type: the TypeDef or TypeRef {@code token}. */
  abstract void named(int token, boolean valueType);

  @Override
  public void argument(int index) {
    if (index > 0) {
      text.add(',');
    }
  }
}
