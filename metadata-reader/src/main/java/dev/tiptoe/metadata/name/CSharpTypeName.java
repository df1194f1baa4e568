// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.GenericParam;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.table.TableSchema;
import java.util.AbstractList;
import java.util.List;

/** Writes the name of a type with its type parameters as in its declaration: {@code List<T>}. */
final class CSharpTypeName {

  private static final int NAME = TableSchema.ECMA_335.columnOf(GenericParam.TABLE, "Name");

  private CSharpTypeName() {}

  /** Returns the names of type parameters, for {@code text}; each is read on demand. */
  static List<String> parameters(List<GenericParam> parameters, NameText text) {
    return new AbstractList<>() {
      @Override
      public String get(int index) {
        GenericParam parameter = parameters.get(index);
        Image image = parameter.image();
        return text.entry(
            image.metadata().tables().cell(GenericParam.TABLE, parameter.rid(), NAME));
      }

      @Override
      public int size() {
        return parameters.size();
      }
    };
  }

  /** Writes a type with the names of its type parameters; those of a TypeRef are not known. */
  static void write(Image image, int token, NameText text, NestedTypes.Notation notation) {
    List<TypeRow> chain = TypeRow.chain(image, token);
    List<String> parameters =
        token >>> 24 == TypeDef.TABLE
            ? parameters(new TypeDef(image, new Token(token).rid()).genericParameters(), text)
            : List.of();
    int used = 0;
    for (int i = 0; i < chain.size(); i++) {
      int begin = text.length();
      int arity = notation.name(i, chain.get(i), text);
      if (i == 0 && CSharpKeywords.isSystem(image, chain.get(0))) {
        text.add(CSharpKeywords.ofType(text.cut(begin)));
      }
      if (i == chain.size() - 1 && !parameters.isEmpty()) {
        arity = Math.max(arity, parameters.size() - used);
      }
      if (arity > 0) {
        writeParameters(parameters, used, arity, text);
        used += arity;
      }
    }
  }

  private static void writeParameters(List<String> names, int from, int count, NameText text) {
    text.add('<');
    for (int i = from; i < from + count; i++) {
      boolean known = i < names.size();
      text.add(i == from ? "" : known ? ", " : ",").add(known ? names.get(i) : "");
    }
    text.add('>');
  }
}
