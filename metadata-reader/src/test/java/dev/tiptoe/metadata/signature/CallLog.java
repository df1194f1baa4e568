// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.parser.MethodHead;
import dev.tiptoe.metadata.parser.SignatureParser;
import dev.tiptoe.metadata.parser.SignatureVisitor;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Consumer;

/** A visitor that writes down every call it gets, in order. */
final class CallLog implements SignatureVisitor {

  private final StringJoiner calls = new StringJoiner(" ");
  private final Consumer<Token> atTypes;

  /** A visitor that also does something at each type that has a token. */
  CallLog(Consumer<Token> atTypes) {
    this.atTypes = atTypes;
  }

  /** Returns all calls of a parser for the type {@code signature}. */
  static String of(byte... signature) {
    Cursor cursor = new Cursor(Given.bytes(signature));
    CallLog log = new CallLog(token -> {});
    new SignatureParser(cursor).type(log);
    return cursor.atEnd() ? log.calls.toString() : log.calls + " and then more";
  }

  @Override
  public void primitive(int elementType) {
    calls.add(PrimitiveType.fullName(elementType));
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
  public void array(int rank, List<Integer> sizes, List<Integer> lowerBounds) {
    calls.add(new ArrayShape(rank, sizes, lowerBounds).toString());
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
