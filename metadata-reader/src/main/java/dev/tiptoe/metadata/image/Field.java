// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A field.
 *
 * @ecma II.22.15
 */
public final class Field extends Row {

  /** The table's number. */
  public static final int TABLE = 0x04;

  private static final int FLAGS = column(TABLE, "Flags");
  static final int NAME = column(TABLE, "Name");
  static final int SIGNATURE = column(TABLE, "Signature");

  private static final int STATIC = 0x10;

  private static final int RT_SPECIAL_NAME = 0x400;

  /** Creates the view of row {@code rid} of {@code image}. */
  public Field(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** {@code FieldAttributes}. */
  public int flags() {
    return cell(FLAGS);
  }

  /** Returns whether there is one for the type, and none in its instances. */
  public boolean isStatic() {
    return (flags() & STATIC) != 0;
  }

  /** Returns whether edit-and-continue has deleted it; the row stays without meaning. */
  public boolean isDeleted() {
    return isDeleted(flags(), RT_SPECIAL_NAME, NAME);
  }

  /** Returns the name. */
  public String name() {
    return string(NAME);
  }

  /** Returns the signature blob. */
  public Bytes signature() {
    return blob(SIGNATURE);
  }

  /** Returns the type that has this field. */
  public TypeDef declaringType() {
    return new TypeDef(image(), owner(TypeDef.TABLE, TypeDef.FIELD_LIST));
  }

  /** Returns the value of a literal. */
  public Optional<Constant> constant() {
    return referringFirst(Constant.TABLE, Constant.PARENT, Constant::new);
  }

  /** Returns the bytes from the beginning of the instance, unsigned, in an explicit layout. */
  public OptionalInt offset() {
    return referringFirst(FieldLayout.TABLE, FieldLayout.FIELD, FieldLayout::new)
        .map(layout -> OptionalInt.of(layout.offset()))
        .orElse(OptionalInt.empty());
  }

  /** Returns the RVA of its initial data, if it has some. */
  public OptionalInt rva() {
    return referringFirst(FieldRva.TABLE, FieldRva.FIELD, FieldRva::new)
        .map(data -> OptionalInt.of(data.rva()))
        .orElse(OptionalInt.empty());
  }

  /** Returns how it is marshalled to native code, where that is prescribed. */
  public Optional<FieldMarshal> marshal() {
    return referringFirst(FieldMarshal.TABLE, FieldMarshal.PARENT, FieldMarshal::new);
  }

  /** Returns the native variable that it refers to, if there is one. */
  public Optional<ImplMap> implMap() {
    return referringFirst(ImplMap.TABLE, ImplMap.MEMBER_FORWARDED, ImplMap::new);
  }

  int nameOffset() {
    return cell(NAME);
  }
}
