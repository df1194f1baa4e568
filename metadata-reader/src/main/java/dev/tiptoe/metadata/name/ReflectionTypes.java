// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.signature.ArrayShape;
import dev.tiptoe.metadata.signature.ElementType;
import dev.tiptoe.metadata.signature.MethodHead;
import dev.tiptoe.metadata.signature.PrimitiveType;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes types as in reflection: {@code System.Collections.Generic.List`1<System.Int32[]>&}. */
class ReflectionTypes extends TypeWriter {

  /** Indexed by element type. */
  private static final byte[][] PRIMITIVES = new byte[ElementType.OBJECT + 1][];

  static {
    for (PrimitiveType type : PrimitiveType.values()) {
      PRIMITIVES[type.code()] = type.fullName().getBytes(StandardCharsets.UTF_8);
    }
  }

  private final TypeNames names;

  ReflectionTypes(Image image, NameText text, TypeNames names) {
    super(image, text);
    this.names = names;
  }

  /** Writes the full name of a TypeDef, TypeRef or ExportedType. */
  static void writeName(Image image, int token, NameText text) {
    List<TypeRow> chain = TypeRow.chain(image, token);
    for (int i = 0; i < chain.size(); i++) {
      if (i > 0) {
        text.add('+');
      }
      chain.get(i).writeTo(text);
    }
  }

  @Override
  final void named(int token, boolean valueType) {
    names.write(token, text);
  }

  @Override
  public final void primitive(int elementType) {
    text.add(PRIMITIVES[elementType]);
  }

  @Override
  public final void typeParameter(int number) {
    text.add('!').add(number);
  }

  @Override
  public final void methodParameter(int number) {
    text.add("!!").add(number);
  }

  @Override
  public void beginArguments(int count) {
    text.add('<');
  }

  @Override
  public void endArguments() {
    text.add('>');
  }

  @Override
  public void beginMethod(MethodHead head) {
    text.add("method ");
  }

  @Override
  public final void beginParameters(int count) {
    text.add('(');
  }

  @Override
  public final void endMethod() {
    text.add(')');
  }

  @Override
  public final void szArray() {
    text.add("[]");
  }

  @Override
  public final void array(ArrayShape shape) {
    int rank = shape.rank();
    text.add(rank == 1 ? "[*]" : "[" + ",".repeat(rank - 1) + "]");
  }

  @Override
  public final void pointer() {
    text.add('*');
  }

  @Override
  public final void byRef() {
    text.add('&');
  }
}
