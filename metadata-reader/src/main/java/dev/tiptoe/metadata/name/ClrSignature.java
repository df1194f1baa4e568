// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.ArrayShape;
import dev.tiptoe.metadata.signature.MethodHead;
import dev.tiptoe.metadata.signature.SignatureParser;

/**
 * Writes signatures as in the runtime's events: {@code instance void (int32,class System.String)},
 * with two spaces at the place of a name.
 *
 * <p>Follows {@code PrettyPrintSigInternalLegacy} in dotnet/runtime. Like there, a nested type is
 * written without its enclosing types.
 */
final class ClrSignature extends TypeWriter {

  /** The number of methods being written: the row's own, and function pointers in it. */
  private int methods;

  /** The beginning of the type that was written last. */
  private int start;

  /** The beginnings of the types that contain it. */
  private final IntStack starts = new IntStack();

  private boolean afterSentinel;

  ClrSignature(Image image, NameText text) {
    super(image, text);
  }

  /** Writes the signature of a method. */
  void method(Cursor signature) {
    begin(signature).method(this);
  }

  /** Writes the signature of a property. */
  void property(Cursor signature) {
    SignatureParser reading = begin(signature);
    MethodHead head = reading.propertyHead();
    beginMethod(head);
    reading.type(this);
    beginParameters(head.parameters());
    for (int i = 0; i < head.parameters(); i++) {
      argument(i);
      reading.type(this);
    }
    endMethod();
  }

  /** Writes the type of a field. */
  void field(Cursor signature) {
    SignatureParser reading = begin(signature);
    reading.fieldHead();
    reading.type(this);
  }

  @Override
  void restart() {
    start = text.length();
    starts.clear();
    methods = 0;
    afterSentinel = false;
  }

  @Override
  public void primitive(int elementType) {
    start = text.length();
    text.add(ClrWords.primitive(elementType));
  }

  @Override
  void named(int token, boolean valueType) {
    start = text.length();
    text.add(valueType ? "value class " : "class ");
    TypeRow.of(image, token).writeTo(text);
  }

  @Override
  public void typeParameter(int number) {
    start = text.length();
    text.add('!').add(number);
  }

  @Override
  public void methodParameter(int number) {
    start = text.length();
    text.add("!!").add(number);
  }

  @Override
  public void beginArguments(int count) {
    starts.push(start);
    text.add('<');
  }

  @Override
  public void argument(int index) {
    if (index > 0 || afterSentinel) {
      text.add(',');
    }
    afterSentinel = false;
  }

  @Override
  public void endArguments() {
    text.add('>');
    start = starts.pop();
  }

  @Override
  public void beginMethod(MethodHead head) {
    if (methods++ > 0) {
      starts.push(text.length());
      text.add("fnptr ");
    }
    text.add(head.hasThis() ? "instance " : "").add(head.arity() > 0 ? "generic " : "");
    text.add(ClrWords.convention(head.convention()));
  }

  @Override
  public void beginParameters(int count) {
    text.add(methods == 1 ? "  (" : "(");
  }

  @Override
  public void sentinel() {
    text.add(text.at(text.length() - 1) == '(' ? "..." : ",...");
    afterSentinel = true;
  }

  @Override
  public void endMethod() {
    text.add(')');
    if (--methods > 0) {
      start = starts.pop();
    }
  }

  @Override
  public void szArray() {
    text.add("[]");
  }

  @Override
  public void array(ArrayShape shape) {
    text.add('[');
    for (int i = 0; i < shape.rank(); i++) {
      if (i > 0) {
        text.add(',');
      }
      int size = i < shape.sizes().size() ? shape.sizes().get(i) : 0;
      int lower = i < shape.lowerBounds().size() ? asUnsigned(shape.lowerBounds().get(i)) : 0;
      if (size != 0 && lower != 0) {
        text.add(lower).add("...").add(lower + size + 1);
      }
    }
    text.add(']');
  }

  /** Returns a lower bound read as if its bytes were those of an unsigned number. */
  private static int asUnsigned(int signed) {
    int bits =
        signed >= -(1 << 6) && signed < 1 << 6
            ? 6
            : signed >= -(1 << 13) && signed < 1 << 13 ? 13 : 28;
    return (signed & (1 << bits) - 1) << 1 | signed >>> 31;
  }

  @Override
  public void pointer() {
    text.add('*');
  }

  @Override
  public void byRef() {
    text.add('&');
  }

  @Override
  public void pinned() {
    text.add(" pinned");
  }

  /** A modifier precedes its type. */
  @Override
  public void modifier(int token, boolean required) {
    int end = text.length();
    text.add(required ? "required_modifier " : "optional_modifier ");
    modifierName(token);
    text.add(' ');
    text.insert(start, text.cut(end));
  }

  private void modifierName(int token) {
    if (token >>> 24 == TypeSpec.TABLE) {
      starts.push(start);
      type(token, false);
      start = starts.pop();
    } else {
      TypeRow.of(image, token).writeTo(text);
    }
  }
}
