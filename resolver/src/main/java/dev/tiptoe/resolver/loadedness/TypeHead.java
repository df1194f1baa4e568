// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.signature.ArrayShape;
import dev.tiptoe.metadata.signature.MethodHead;
import dev.tiptoe.metadata.signature.SignatureVisitor;
import java.util.Optional;

/**
 * The outermost type of a signature: a TypeDef or TypeRef, possibly instantiated. Nothing where the
 * type is an array, a pointer, a primitive, a parameter. Used once, by one thread.
 */
final class TypeHead implements SignatureVisitor {

  private Optional<Token> token = Optional.empty();
  private boolean isValueType;
  private boolean isInstantiated;

  /** Inside how many argument lists and function pointers the visit is. */
  private int depth;

  /** The type. */
  Optional<Token> token() {
    return token;
  }

  /** The type, if it is a value type. */
  Optional<Token> valueType() {
    return token.filter(type -> isValueType);
  }

  /** Whether the type is an instantiation of a generic one. */
  boolean isInstantiated() {
    return isInstantiated;
  }

  @Override
  public void type(int type, boolean valueType) {
    if (depth == 0) {
      token = Optional.of(new Token(type));
      isValueType = valueType;
    }
  }

  @Override
  public void beginArguments(int count) {
    isInstantiated |= depth == 0;
    depth++;
  }

  @Override
  public void endArguments() {
    depth--;
  }

  @Override
  public void beginMethod(MethodHead head) {
    depth++;
  }

  @Override
  public void endMethod() {
    depth--;
  }

  @Override
  public void szArray() {
    wrapped();
  }

  @Override
  public void array(ArrayShape shape) {
    wrapped();
  }

  @Override
  public void pointer() {
    wrapped();
  }

  @Override
  public void byRef() {
    wrapped();
  }

  private void wrapped() {
    if (depth == 0) {
      token = Optional.empty();
    }
  }

  @Override
  public void primitive(int elementType) {}

  @Override
  public void typeParameter(int number) {}

  @Override
  public void methodParameter(int number) {}

  @Override
  public void argument(int index) {}

  @Override
  public void beginParameters(int count) {}
}
