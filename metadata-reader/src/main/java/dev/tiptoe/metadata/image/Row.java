// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.AssemblyVersion;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.table.TableSchema;
import dev.tiptoe.metadata.table.Tables;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A view of one row: an image and a row number, decoded on each call.
 *
 * <p>Two are equal when image and row are the same. A view of a row that does not exist throws
 * {@link dev.tiptoe.metadata.MetadataFormatException} when it is read. Immutable.
 */
public abstract sealed class Row
    permits Assembly,
        AssemblyRef,
        ClassLayout,
        Constant,
        CustomAttribute,
        CustomDebugInformation,
        DeclSecurity,
        Document,
        EncLog,
        EncMap,
        Event,
        EventMap,
        ExportedType,
        Field,
        FieldLayout,
        FieldMarshal,
        FieldRva,
        File,
        GenericParam,
        GenericParamConstraint,
        ImplMap,
        ImportScope,
        InterfaceImpl,
        LocalConstant,
        LocalScope,
        LocalVariable,
        ManifestResource,
        MemberRef,
        MethodDebugInformation,
        MethodDef,
        MethodImpl,
        MethodSemantics,
        MethodSpec,
        ModuleDef,
        ModuleRef,
        NestedClass,
        Param,
        Property,
        PropertyMap,
        StandAloneSig,
        StateMachineMethod,
        TypeDef,
        TypeRef,
        TypeSpec {

  /** Creates views of the rows of one table. */
  @FunctionalInterface
  public interface View<T extends Row> {

    /** Creates the view of row {@code rid}. */
    T of(Image image, int rid);
  }

  private final Image image;
  private final int table;
  private final int rid;

  Row(Image image, int table, int rid) {
    this.image = image;
    this.table = table;
    this.rid = rid;
  }

  /** Returns the image of the row. */
  public final Image image() {
    return image;
  }

  /** Returns the row's number, from 1. */
  public final int rid() {
    return rid;
  }

  /** Returns the token that names this row. */
  public final Token token() {
    return Token.of(table, rid);
  }

  /** Returns the number of the column that the schema calls {@code name}. */
  static int column(int table, String name) {
    return TableSchema.ECMA_335.columnOf(table, name);
  }

  /** Returns the raw value in a column. */
  final int cell(int column) {
    return image.tables().cell(table, rid, column);
  }

  /** Returns the row that a column points to; nil for none. */
  final Token reference(int column) {
    return image.tables().token(table, rid, column);
  }

  /** Returns the number of the row that a column points to; 0 for none. */
  final int rid(int column) {
    return reference(column).rid();
  }

  /** Returns the name in a column. */
  final String string(int column) {
    return image.strings().name(cell(column));
  }

  /** Returns the blob in a column, not copied. */
  final Bytes blob(int column) {
    return image.blobs().get(cell(column));
  }

  /** Returns the GUID in a column; empty for none. */
  final Optional<UUID> guid(int column) {
    return image.guids().get(cell(column));
  }

  /**
   * Returns whether edit-and-continue has deleted a row with these flags and the name in a column.
   * A deleted row stays in its place, is named {@code _Deleted…} and has the flag {@code
   * RTSpecialName}.
   */
  final boolean isDeleted(int flags, int specialName, int column) {
    return image.tables().hasDeletedRows()
        && (flags & specialName) != 0
        && string(column).startsWith("_Deleted");
  }

  /** Returns the version whose four numbers begin in a column. */
  final AssemblyVersion version(int column) {
    return new AssemblyVersion(cell(column), cell(column + 1), cell(column + 2), cell(column + 3));
  }

  /** Returns the rows of {@code target} in the run that begins in a column. */
  final <T extends Row> List<T> run(int column, int target, View<T> view) {
    Tables tables = image.tables();
    int start = tables.runStart(table, rid, column);
    int count = tables.runEnd(table, rid, column) - start;
    return new RowList<>(start, count, place -> view.of(image, tables.runRow(target, place)));
  }

  /**
   * Returns the row of {@code from} whose run, beginning in {@code column}, contains this one; 0
   * for none.
   */
  final int owner(int from, int column) {
    return image.tables().owners(from, column).of(rid);
  }

  /** Returns the rows of {@code from} in which {@code column} points to this one. */
  final <T extends Row> List<T> referring(int from, int column, View<T> view) {
    return image.referring(token(), from, column, view);
  }

  /** Returns the first of them, where there should be at most one. */
  final <T extends Row> Optional<T> referringFirst(int from, int column, View<T> view) {
    List<T> all = referring(from, column, view);
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(0));
  }

  /** Returns the attributes that are attached to this row. */
  public final List<CustomAttribute> customAttributes() {
    return referring(CustomAttribute.TABLE, CustomAttribute.PARENT, CustomAttribute::new);
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof Row row && image == row.image && table == row.table && rid == row.rid;
  }

  @Override
  public final int hashCode() {
    return System.identityHashCode(image) * 31 + (table << 24 | rid);
  }

  /** Table, token and file, such as {@code TypeDef 0x02000003 of Sample.dll}. */
  @Override
  public final String toString() {
    return String.format(
        "%s 0x%02x%06x of %s", TableSchema.ECMA_335.nameOf(table), table, rid, image.file());
  }
}
