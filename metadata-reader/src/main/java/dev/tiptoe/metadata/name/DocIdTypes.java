// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.parser.MethodHead;
import dev.tiptoe.metadata.signature.PrimitiveType;
import java.util.List;

/**
 * Writes types as in documentation IDs: {@code
 * System.Collections.Generic.Dictionary{System.Int32,`0[]}.Enumerator@}.
 *
 * <p>Like the C# compiler, it leaves out modifiers and writes nothing for a function pointer.
 */
final class DocIdTypes extends NestedTypes {

  private static final Notation NOTATION = new Notation("{", ",", "}", (place, row) -> true);

  private final TypeNames names;

  DocIdTypes(Image image, NameText text, TypeNames names) {
    super(image, text);
    this.names = names;
  }

  /** Writes a full name with every name's arity. */
  static void writeName(Image image, int token, NameText text) {
    List<TypeRow> chain = TypeRow.chain(image, token);
    for (int i = 0; i < chain.size(); i++) {
      if (i > 0) {
        text.add('.');
      }
      chain.get(i).writeSourceTo(text);
    }
  }

  @Override
  void whole(int token) {
    names.write(token, text);
  }

  @Override
  Frame instance(int begin, List<TypeRow> chain) {
    return new Instance(begin, chain, NOTATION);
  }

  @Override
  public void primitive(int elementType) {
    typeAt(text.length());
    text.add(PrimitiveType.fullName(elementType));
  }

  @Override
  public void typeParameter(int number) {
    typeAt(text.length());
    text.add('`').add(number);
  }

  @Override
  public void methodParameter(int number) {
    typeAt(text.length());
    text.add("``").add(number);
  }

  @Override
  public void beginMethod(MethodHead head) {
    push(new Nothing(text.length()));
  }

  @Override
  public void beginParameters(int count) {}

  @Override
  public void szArray() {
    text.add("[]");
  }

  @Override
  public void array(int rank, List<Integer> sizes, List<Integer> lowerBounds) {
    text.add("[0:").add(",0:".repeat(rank - 1)).add("]");
  }

  @Override
  public void pointer() {
    text.add('*');
  }

  @Override
  public void byRef() {
    text.add('@');
  }

  /** A function pointer, which has no written form. */
  private final class Nothing extends Frame {

    Nothing(int begin) {
      super(begin);
    }

    @Override
    void argument(int index) {}

    @Override
    void end() {
      text.truncate(begin);
    }
  }
}
