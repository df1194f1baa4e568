// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.heap.StringsHeap;
import dev.tiptoe.metadata.table.Tables;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of an image say about one another: who encloses, owns or is called what; worked out
 * on first use and kept.
 *
 * <p>Any number of threads may ask. Two that ask first at the same time may both do the work; the
 * results are equal.
 */
final class Structure {

  private static final int NESTED_CLASS = 0x29;
  private static final int GENERIC_PARAM = 0x2a;

  private final Image image;
  private volatile int @Nullable [] enclosing;
  private volatile @Nullable BitSet genericTypes;
  private volatile @Nullable TypeIndex types;
  private volatile @Nullable TypeIndex exported;
  private volatile @Nullable RunOwners methodOwners;
  private volatile @Nullable RunOwners fieldOwners;

  Structure(Image image) {
    this.image = image;
  }

  /** The row of the type around {@code typeDef}; 0 for none. */
  int enclosingOf(int typeDef) {
    int[] all = enclosing;
    if (all == null) {
      all = readEnclosing();
      enclosing = all;
    }
    return typeDef < all.length ? all[typeDef] : 0;
  }

  private int[] readEnclosing() {
    Tables tables = image.tables();
    int types = complete(TypeDef.TABLE);
    int[] all = new int[types + 1];
    // The table should be sorted, but need not be: one pass does not care.
    for (int rid = 1; rid <= tables.count(NESTED_CLASS); rid++) {
      int nested = tables.cell(NESTED_CLASS, rid, 0);
      int around = tables.cell(NESTED_CLASS, rid, 1);
      if (nested > 0 && nested < all.length) {
        // What is no type stays none, so that naming the nested one fails, and no other.
        all[nested] = Integer.compareUnsigned(around, types) > 0 ? types + 1 : around;
      }
    }
    return all;
  }

  /**
   * How many rows a table has, if none is cut off: what is worked out from some of them would be
   * wrong, and memory is set aside only for what is there.
   */
  private int complete(int table) {
    int count = image.tables().count(table);
    if (count > 0) {
      image.tables().cell(table, count, 0);
    }
    return count;
  }

  /** Whether {@code typeDef} has type parameters. */
  boolean isGeneric(int typeDef) {
    BitSet generic = genericTypes;
    if (generic == null) {
      generic = readGenericTypes();
      genericTypes = generic;
    }
    return generic.get(typeDef);
  }

  private BitSet readGenericTypes() {
    Tables tables = image.tables();
    BitSet generic = new BitSet();
    for (int rid = 1; rid <= tables.count(GENERIC_PARAM); rid++) {
      Token owner = tables.token(GENERIC_PARAM, rid, 2);
      if (owner.table() == TypeDef.TABLE) {
        generic.set(owner.rid());
      }
    }
    return generic;
  }

  /** The TypeDefs by name. */
  TypeIndex types() {
    TypeIndex index = types;
    if (index == null) {
      index =
          new TypeIndex(
              image.strings(),
              complete(TypeDef.TABLE),
              this::enclosingOf,
              rid -> new TypeDef(image, rid).namespaceOffset(),
              rid -> new TypeDef(image, rid).nameOffset());
      types = index;
    }
    return index;
  }

  /** The ExportedTypes by name; a nested one never answers to a top-level name. */
  TypeIndex exported() {
    TypeIndex index = exported;
    if (index == null) {
      index =
          new TypeIndex(
              image.strings(),
              complete(ExportedType.TABLE),
              this::exportedAround,
              rid -> new ExportedType(image, rid).namespaceOffset(),
              rid -> new ExportedType(image, rid).nameOffset());
      exported = index;
    }
    return index;
  }

  private int exportedAround(int exportedType) {
    Token where = new ExportedType(image, exportedType).implementation();
    return where.table() == ExportedType.TABLE ? where.rid() : 0;
  }

  Optional<TypeDef> findType(int around, String namespace, String name) {
    // One small heap with both names, so that strings are looked up as heap entries are.
    byte[] both = ("\0" + namespace + "\0" + name + "\0").getBytes(StandardCharsets.UTF_8);
    int nameAt = 2 + namespace.getBytes(StandardCharsets.UTF_8).length;
    StringsHeap heap = new StringsHeap(Bytes.of(image.file(), both));
    int rid = types().find(around, heap, 1, nameAt);
    return rid == 0 ? Optional.empty() : Optional.of(new TypeDef(image, rid));
  }

  RunOwners methodOwners() {
    RunOwners owners = methodOwners;
    if (owners == null) {
      owners = new RunOwners(image.tables(), TypeDef.TABLE, TypeDef.METHOD_LIST, MethodDef.TABLE);
      methodOwners = owners;
    }
    return owners;
  }

  RunOwners fieldOwners() {
    RunOwners owners = fieldOwners;
    if (owners == null) {
      owners = new RunOwners(image.tables(), TypeDef.TABLE, TypeDef.FIELD_LIST, Field.TABLE);
      fieldOwners = owners;
    }
    return owners;
  }
}
