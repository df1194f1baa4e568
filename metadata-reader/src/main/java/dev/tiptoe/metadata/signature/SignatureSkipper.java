// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

/** A visitor that ignores everything: it moves a parser past a type. */
public final class SignatureSkipper implements SignatureVisitor {

  /** The only instance. */
  public static final SignatureSkipper INSTANCE = new SignatureSkipper();

  private SignatureSkipper() {}

  @Override
  public void primitive(int elementType) {}

  @Override
  public void type(int token, boolean valueType) {}

  @Override
  public void typeParameter(int number) {}

  @Override
  public void methodParameter(int number) {}

  @Override
  public void beginArguments(int count) {}

  @Override
  public void argument(int index) {}

  @Override
  public void endArguments() {}

  @Override
  public void beginMethod(MethodHead head) {}

  @Override
  public void beginParameters(int count) {}

  @Override
  public void endMethod() {}

  @Override
  public void szArray() {}

  @Override
  public void array(ArrayShape shape) {}

  @Override
  public void pointer() {}

  @Override
  public void byRef() {}
}
