// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.given.Given;
import java.util.StringJoiner;
import java.util.function.Consumer;

/** A visitor that writes down every call it gets, in order. */
final class Told implements SignatureVisitor {

  private final StringJoiner calls = new StringJoiner(" ");
  private final Consumer<Token> atTypes;

  /** A visitor that also does something at each type that has a token. */
  Told(Consumer<Token> atTypes) {
    this.atTypes = atTypes;
  }

  /** Returns all calls of a parser for the type {@code signature}. */
  static String of(byte... signature) {
    Cursor cursor = new Cursor(Given.bytes(signature));
    Told told = new Told(token -> {});
    new SignatureParser(cursor).type(told);
    return cursor.atEnd() ? told.calls.toString() : told.calls + " and then more";
  }

  @Override
  public void primitive(int elementType) {
    calls.add(ElementType.primitiveName(elementType));
  }

  @Override
  public void type(int token, boolean valueType) {
    calls.add((valueType ? "valuetype:" : "class:") + new Token(token));
    atTypes.accept(new Token(token));
  }

  @Override
  public void typeParameter(int number) {
    calls.add("!" + number);
  }

  @Override
  public void methodParameter(int number) {
    calls.add("!!" + number);
  }

  @Override
  public void beginArguments(int count) {
    calls.add("<" + count);
  }

  @Override
  public void argument(int index) {
    calls.add(index + ":");
  }

  @Override
  public void endArguments() {
    calls.add(">");
  }

  @Override
  public void beginMethod(MethodHead head) {
    calls.add(
        head.convention() == 0 ? "method" : "method:0x" + Integer.toHexString(head.convention()));
  }

  @Override
  public void beginParameters(int count) {
    calls.add("(" + count);
  }

  @Override
  public void endMethod() {
    calls.add(")");
  }

  @Override
  public void szArray() {
    calls.add("[]");
  }

  @Override
  public void array(ArrayShape shape) {
    calls.add(shape.toString());
  }

  @Override
  public void pointer() {
    calls.add("*");
  }

  @Override
  public void byRef() {
    calls.add("&");
  }

  @Override
  public void modifier(int modifier, boolean required) {
    calls.add((required ? "modreq:" : "modopt:") + new Token(modifier));
  }

  @Override
  public void sentinel() {
    calls.add("...");
  }

  @Override
  public void pinned() {
    calls.add("pinned");
  }
}
