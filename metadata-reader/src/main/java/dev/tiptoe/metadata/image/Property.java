// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * A property, or an indexer if its signature has parameters.
 *
 * @ecma II.22.34
 */
public final class Property extends Row {

  /** The table's number. */
  public static final int TABLE = 0x17;

  private static final int FLAGS = column(TABLE, "Flags");
  static final int NAME = column(TABLE, "Name");
  private static final int TYPE = column(TABLE, "Type");

  private static final int RT_SPECIAL_NAME = 0x400;

  /** Creates the view of row {@code rid} of {@code image}. */
  public Property(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** {@code PropertyAttributes}. */
  public int flags() {
    return cell(FLAGS);
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
    return blob(TYPE);
  }

  /** Returns the type that has it. */
  public TypeDef declaringType() {
    int map = owner(PropertyMap.TABLE, PropertyMap.PROPERTY_LIST);
    return new PropertyMap(image(), map).parent();
  }

  /** Returns its accessors. */
  public List<MethodSemantics> semantics() {
    return referring(MethodSemantics.TABLE, MethodSemantics.ASSOCIATION, MethodSemantics::new);
  }

  /** Returns the method that reads it. */
  public Optional<MethodDef> getter() {
    return MethodSemantics.first(semantics(), MethodSemantics.GETTER);
  }

  /** Returns the method that writes it. */
  public Optional<MethodDef> setter() {
    return MethodSemantics.first(semantics(), MethodSemantics.SETTER);
  }

  /** Returns its default value. */
  public Optional<Constant> constant() {
    return referringFirst(Constant.TABLE, Constant.PARENT, Constant::new);
  }
}
