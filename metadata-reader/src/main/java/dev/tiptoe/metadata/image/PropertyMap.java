// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import java.util.List;

/**
 * The properties of a type.
 *
 * @ecma II.22.35
 */
public final class PropertyMap extends Row {

  /** The table's number. */
  public static final int TABLE = 0x15;

  static final int PARENT = column(TABLE, "Parent");
  static final int PROPERTY_LIST = column(TABLE, "PropertyList");

  /** Creates the view of row {@code rid} of {@code image}. */
  public PropertyMap(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the type. */
  public TypeDef parent() {
    return new TypeDef(image(), rid(PARENT));
  }

  /** Returns its properties, in the order of the table. */
  public List<Property> properties() {
    return run(PROPERTY_LIST, Property.TABLE, Property::new);
  }
}
