// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.MethodSymbol.Written;
import dev.tiptoe.symbols.written.WrittenMethod.Source;
import java.util.List;
import java.util.stream.IntStream;

/** The methods and types of a module. Immutable and thread-safe; decodes on each call. */
final class MethodTable {

  /** The sources by their numbers in the file. */
  static final List<Source> SOURCES = List.of(Source.values());

  private final IndexBytes bytes;
  private final TextSection typeNames;
  private final TextSection shownTypes;
  private final TextSection names;
  private final TextSection signatures;
  private final TextSection writtenTexts;
  private final BitRows types;
  private final BitRows typesByName;
  private final BitRows methods;
  private final BitRows written;

  MethodTable(IndexBytes bytes, IndexHeader header) {
    this.bytes = bytes;
    this.typeNames = new TextSection(bytes, header.section(Section.Id.TYPE_NAMES));
    this.shownTypes = new TextSection(bytes, header.section(Section.Id.SHOWN_TYPES));
    this.names = new TextSection(bytes, header.section(Section.Id.NAMES));
    this.signatures = new TextSection(bytes, header.section(Section.Id.SIGNATURES));
    this.writtenTexts = new TextSection(bytes, header.section(Section.Id.WRITTEN_TEXTS));
    this.types = new BitRows(bytes, header.section(Section.Id.TYPES));
    this.typesByName = new BitRows(bytes, header.section(Section.Id.TYPES_BY_NAME));
    this.methods = new BitRows(bytes, header.section(Section.Id.METHODS));
    this.written = new BitRows(bytes, header.section(Section.Id.WRITTEN));
  }

  int count() {
    return methods.count();
  }

  private int type(int rid) {
    return types.lastUpTo(MethodTableWriter.TYPE_FIRST_METHOD, rid);
  }

  private String name(int rid) {
    return names.get(methods.get(rid - 1, MethodTableWriter.METHOD_NAME));
  }

  private String member(int rid, String name, String shownType) {
    int signature = methods.get(rid - 1, MethodTableWriter.METHOD_SIGNATURE);
    return MemberText.decode(name, shownType, signatures.get(signature));
  }

  /** Returns the type and member as C# writes them. */
  String shown(int rid) {
    String type = shownTypes.get(types.get(type(rid), MethodTableWriter.TYPE_SHOWN));
    String member = member(rid, name(rid), type);
    return type.isEmpty() ? member : type + "." + member;
  }

  MethodSymbol symbol(int rid) {
    int type = type(rid);
    String shownType = shownTypes.get(types.get(type, MethodTableWriter.TYPE_SHOWN));
    String name = name(rid);
    String member = member(rid, name, shownType);
    Token token = Token.of(MethodDef.TABLE, rid);
    return new MethodSymbol(
        token,
        typeNames.get(types.get(type, MethodTableWriter.TYPE_NAME)),
        name,
        shownType,
        member,
        written(token, shownType.isEmpty() ? member : shownType + "." + member));
  }

  Written written(Token method, String shown) {
    int row = written.lastUpTo(MethodTableWriter.WRITTEN_RID, method.rid());
    if (row < 0 || written.get(row, MethodTableWriter.WRITTEN_RID) != method.rid()) {
      return new Written(method, shown, Source.WRITTEN);
    }
    int outer = written.get(row, MethodTableWriter.WRITTEN_METHOD);
    String text = writtenTexts.get(written.get(row, MethodTableWriter.WRITTEN_TEXT));
    int source = written.get(row, MethodTableWriter.WRITTEN_SOURCE);
    if (source < 0 || source >= SOURCES.size() || outer < 0 || outer > count()) {
      throw bytes.damaged(0, "a written method " + outer + " of the kind " + source);
    }
    String before = outer == 0 ? "" : outer == method.rid() ? shown : shown(outer);
    return new Written(
        outer == 0 ? new Token(0) : Token.of(MethodDef.TABLE, outer),
        WrittenText.decode(before, text),
        SOURCES.get(source));
  }

  // ---- by name

  boolean declares(String type) {
    return typeNames.find(type) >= 0;
  }

  /** Passes the names of all types on. */
  void forEachType(TextSection.Receiver receiver) {
    typeNames.forEach(receiver);
  }

  /** Returns the rids of the methods of a name. */
  int[] named(String type, String name) {
    int typeName = typeNames.find(type);
    int methodName = names.find(name);
    if (typeName < 0 || methodName < 0) {
      return new int[0];
    }
    return rowsNamed(typeName)
        .flatMap(row -> IntStream.range(firstMethod(row), firstMethod(row + 1)))
        .filter(rid -> methods.get(rid - 1, MethodTableWriter.METHOD_NAME) == methodName)
        .sorted()
        .toArray();
  }

  private IntStream rowsNamed(int typeName) {
    int low = 0;
    int high = typesByName.count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (nameOf(typesByName.get(middle, 0)) < typeName) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return IntStream.range(low, typesByName.count())
        .map(place -> typesByName.get(place, 0))
        .takeWhile(row -> nameOf(row) == typeName);
  }

  private int nameOf(int row) {
    return types.get(row, MethodTableWriter.TYPE_NAME);
  }

  private int firstMethod(int row) {
    int end = count() + 1;
    int first = row < types.count() ? types.get(row, MethodTableWriter.TYPE_FIRST_METHOD) : end;
    return Math.min(Math.max(first, 1), end);
  }
}
