// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.FullName;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.table.Cells;
import dev.tiptoe.metadata.table.TableSchema;
import dev.tiptoe.metadata.table.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows of an image by name, and the types around types. The indexes are built on first
 * use and retained; nested types have their own, because most references lead to types at top level
 * and many types are nested ones of the compiler.
 *
 * <p>In a damaged image, only sound rows are found. Thread-safe. Two threads that use an index
 * first at the same time may both build it, with equal results.
 */
final class Lookups {

  private final Image image;

  /** The members of types, and the types at top level, by table. */
  private final AtomicReferenceArray<NameIndex> byName =
      new AtomicReferenceArray<>(TableSchema.NUMBERS);

  /** The nested types, by table. */
  private final AtomicReferenceArray<NameIndex> nested =
      new AtomicReferenceArray<>(TableSchema.NUMBERS);

  private final AtomicReferenceArray<MemberIndex> overloads =
      new AtomicReferenceArray<>(TableSchema.NUMBERS);
  private volatile int @Nullable [] enclosing;

  Lookups(Image image) {
    this.image = image;
  }

  /**
   * Returns the row of the type around {@code typeDef}; 0 for none, and a number behind the last
   * row when a damaged row refers to no type.
   */
  int enclosingOf(int typeDef) {
    int[] all = enclosing;
    if (all == null) {
      all = readEnclosing();
      enclosing = all;
    }
    return typeDef > 0 && typeDef < all.length ? all[typeDef] : 0;
  }

  private int[] readEnclosing() {
    Tables tables = image.tables();
    int types = tables.count(TypeDef.TABLE);
    int[] all = new int[tables.whole(TypeDef.TABLE) + 1];
    // The table should be sorted but need not be; one pass does not depend on it. The first row
    // wins.
    Cells nestedClass = tables.cells(NestedClass.TABLE, NestedClass.NESTED_CLASS);
    Cells enclosingClass = tables.cells(NestedClass.TABLE, NestedClass.ENCLOSING_CLASS);
    for (int rid = tables.whole(NestedClass.TABLE); rid > 0; rid--) {
      int nested = nestedClass.at(rid);
      int around = enclosingClass.at(rid);
      if (nested > 0 && nested < all.length) {
        // An invalid type stays invalid, so that only the name of the nested type fails.
        all[nested] = Integer.compareUnsigned(around, types) > 0 ? types + 1 : around;
      }
    }
    return all;
  }

  /** Returns the exported type around an exported type; 0 for none. */
  private int exportedAround(int exportedType) {
    int where =
        image.tables().decoded(ExportedType.TABLE, exportedType, ExportedType.IMPLEMENTATION);
    if (where == -1) {
      return NameIndex.UNKNOWN;
    }
    Token token = new Token(where);
    return token.table() == ExportedType.TABLE ? token.rid() : 0;
  }

  /** Returns the type of a property or event, given its map and list; 0 when there is none. */
  private int typeOfListed(int mapTable, int list, int row) {
    int map = image.tables().owners(mapTable, list).of(row);
    int type = map == 0 ? 0 : image.tables().decoded(mapTable, map, 0);
    return type == -1 ? NameIndex.UNKNOWN : new Token(type).rid();
  }

  /**
   * Returns the row of a table inside {@code around} (0: at top level) with that name; 0 when there
   * is none. Types and exported types are inside those around them, and a nested one is never found
   * at top level; members are inside their type.
   */
  int find(int table, int around, String namespace, String name) {
    return SoughtType.of(namespace, name).map(sought -> find(table, around, sought)).orElse(0);
  }

  /** Returns the same. */
  int find(int table, int around, SoughtType sought) {
    return sought.in(names(table, around), around);
  }

  /**
   * Returns the row of a type or exported type inside {@code around} with that name, or else with
   * that namespace and name, split as the CLR splits it; 0 when there is none.
   */
  int findNested(int table, int around, String name) {
    int found = find(table, around, "", name);
    FullName parts = FullName.of(name);
    return found != 0 || parts.namespace().isEmpty()
        ? found
        : find(table, around, parts.namespace(), parts.name());
  }

  /**
   * Returns the value of the token of the TypeDef of that name, or else of the ExportedType; 0 for
   * none.
   */
  int find(SoughtType sought) {
    int type = find(TypeDef.TABLE, 0, sought);
    if (type != 0) {
      return TypeDef.TABLE << 24 | type;
    }
    int exported = find(ExportedType.TABLE, 0, sought);
    return exported == 0 ? 0 : ExportedType.TABLE << 24 | exported;
  }

  /** Returns the row with a name in the form of reflection; 0 when there is none. */
  int find(int table, String reflectionName) {
    Optional<ReflectionName> parts = ReflectionName.of(reflectionName);
    if (parts.isEmpty()) {
      return 0;
    }
    List<String> names = parts.get().names();
    int found = find(table, 0, parts.get().namespace(), names.get(0));
    for (int i = 1; i < names.size() && found != 0; i++) {
      found = findNested(table, found, names.get(i));
    }
    return found;
  }

  /**
   * The method or field of {@code type} with that name and, byte for byte, that signature; 0 when
   * there is none.
   */
  int find(int table, int type, String name, Bytes signature) {
    MemberIndex known = overloads.get(table);
    if (known == null) {
      known = readOverloads(table);
      overloads.set(table, known);
    }
    return known.find(type, name, signature);
  }

  private MemberIndex readOverloads(int table) {
    return table == MethodDef.TABLE
        ? new MemberIndex(image, table, ownersOfMethods(), MethodDef.NAME, MethodDef.SIGNATURE)
        : new MemberIndex(image, table, ownersOfFields(), Field.NAME, Field.SIGNATURE);
  }

  private IntUnaryOperator ownersOfMethods() {
    return image.tables().owners(TypeDef.TABLE, TypeDef.METHOD_LIST)::of;
  }

  private IntUnaryOperator ownersOfFields() {
    return image.tables().owners(TypeDef.TABLE, TypeDef.FIELD_LIST)::of;
  }

  /** Returns all rows of that name, in the order of the table. */
  IntStream findAll(int table, int around, String namespace, String name) {
    NameIndex index = names(table, around);
    return IntStream.iterate(find(table, around, namespace, name), rid -> rid != 0, index::next);
  }

  /** Returns the index of the rows inside {@code around}; 0: of those at top level. */
  private NameIndex names(int table, int around) {
    boolean isType = table == TypeDef.TABLE || table == ExportedType.TABLE;
    AtomicReferenceArray<NameIndex> all = isType && around != 0 ? nested : byName;
    NameIndex known = all.get(table);
    if (known == null) {
      known = isType ? types(table, around != 0) : members(table);
      all.set(table, known);
    }
    return known;
  }

  private NameIndex types(int table, boolean areNested) {
    return table == TypeDef.TABLE
        ? types(table, areNested, this::enclosingOf, TypeDef.NAMESPACE, TypeDef.NAME)
        : types(table, areNested, this::exportedAround, ExportedType.NAMESPACE, ExportedType.NAME);
  }

  private NameIndex types(
      int table, boolean areNested, IntUnaryOperator around, int namespace, int name) {
    int[] rows = rows(table, rid -> (around.applyAsInt(rid) != 0) == areNested);
    Cells namespaces = image.tables().cells(table, namespace);
    return index(table, rows, areNested ? around : rid -> 0, namespaces, name);
  }

  private NameIndex members(int table) {
    return switch (table) {
      case MethodDef.TABLE -> members(table, ownersOfMethods(), MethodDef.NAME);
      case Field.TABLE -> members(table, ownersOfFields(), Field.NAME);
      case Property.TABLE ->
          members(
              table,
              row -> typeOfListed(PropertyMap.TABLE, PropertyMap.PROPERTY_LIST, row),
              Property.NAME);
      case Event.TABLE ->
          members(table, row -> typeOfListed(EventMap.TABLE, EventMap.EVENT_LIST, row), Event.NAME);
      default -> throw new IllegalArgumentException("nothing is found by name in table " + table);
    };
  }

  private NameIndex members(int table, IntUnaryOperator owners, int name) {
    return index(table, rows(table, rid -> true), owners, null, name);
  }

  private int[] rows(int table, IntPredicate such) {
    int[] rows = new int[image.tables().whole(table)];
    int count = 0;
    for (int rid = 1; rid <= rows.length; rid++) {
      if (such.test(rid)) {
        rows[count++] = rid;
      }
    }
    return Arrays.copyOf(rows, count);
  }

  private NameIndex index(
      int table, int[] rows, IntUnaryOperator around, @Nullable Cells namespaces, int name) {
    Cells names = image.tables().cells(table, name);
    return new NameIndex(image.strings(), rows, around, namespaces, names);
  }
}
