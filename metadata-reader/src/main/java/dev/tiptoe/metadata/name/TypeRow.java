// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.heap.StringsHeap;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.table.TableSchema;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a type in its own row, without enclosing types.
 *
 * @param token a TypeDef, TypeRef or ExportedType
 * @param namespace its offset in {@code #Strings}; 0 for none
 * @param name its offset in {@code #Strings}
 */
record TypeRow(int token, int namespace, int name) {

  private static final Pattern FILE_LOCAL = Pattern.compile("<\\w+>F[0-9A-F]{64}__");

  /** No compiler puts more before the name of a file-local type. */
  private static final int LONGEST_PREFIX = 1 << 9;

  private static final Columns TYPE_DEF = new Columns(TypeDef.TABLE);
  private static final Columns TYPE_REF = new Columns(TypeRef.TABLE);
  private static final Columns EXPORTED_TYPE = new Columns(ExportedType.TABLE);

  /** The columns with the two names in a table. */
  private record Columns(int table, int namespace, int name) {

    Columns(int table) {
      this(
          table,
          TableSchema.ECMA_335.columnOf(table, "TypeNamespace"),
          TableSchema.ECMA_335.columnOf(table, "TypeName"));
    }
  }

  /** Returns the name of a TypeDef, TypeRef or ExportedType. */
  static TypeRow of(Image image, int token) {
    Columns columns =
        switch (token >>> 24) {
          case TypeDef.TABLE -> TYPE_DEF;
          case TypeRef.TABLE -> TYPE_REF;
          case ExportedType.TABLE -> EXPORTED_TYPE;
          default -> throw new IllegalArgumentException(new Token(token) + " is no type");
        };
    int rid = new Token(token).rid();
    return new TypeRow(
        token,
        image.metadata().tables().cell(columns.table(), rid, columns.namespace()),
        image.metadata().tables().cell(columns.table(), rid, columns.name()));
  }

  /** Returns the type and all types around it, from the outside inwards. */
  static List<TypeRow> chain(Image image, int innermost) {
    return image.withEnclosing(new Token(innermost)).stream()
        .map(type -> of(image, type.value()))
        .toList();
  }

  /** Writes namespace and name. */
  void writeTo(NameText text) {
    writeNamespace(text);
    text.string(name);
  }

  private void writeNamespace(NameText text) {
    int begin = text.length();
    text.string(namespace);
    if (text.length() > begin) {
      text.add('.');
    }
  }

  /** Returns where in {@code #Strings} the name as in a C# source begins. */
  int sourceName(Image image) {
    StringsHeap strings = image.metadata().strings();
    if (!strings.get(name, 1).equals("<")) {
      return name;
    }
    Matcher madeUp = FILE_LOCAL.matcher(strings.get(name, LONGEST_PREFIX));
    return madeUp.lookingAt() ? name + madeUp.end() : name;
  }

  /** Writes namespace and name as in a C# source. */
  void writeSourceTo(NameText text) {
    writeNamespace(text);
    writeSourceName(text);
  }

  /**
   * Writes the name as in a C# source: for a file-local type the compiler puts {@code <File>F}, a
   * hash of 64 digits and two underscores before the name.
   */
  void writeSourceName(NameText text) {
    int begin = text.length();
    text.string(name);
    if (text.length() > begin && text.at(begin) == '<') {
      Matcher madeUp = FILE_LOCAL.matcher(text.from(begin));
      if (madeUp.lookingAt()) {
        text.replace(begin, madeUp.group(), "");
      }
    }
  }
}
