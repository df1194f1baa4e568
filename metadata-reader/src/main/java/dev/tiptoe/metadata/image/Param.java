// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import java.util.Optional;

/**
 * A parameter of a method, or its return value: the name and flags, which the signature does not
 * contain.
 *
 * <p>Rows may be missing; they belong to parameters by {@link #sequence}, never by position.
 *
 * @ecma II.22.33
 */
public final class Param extends Row {

  /** The table's number. */
  public static final int TABLE = 0x08;

  private static final int FLAGS = column(TABLE, "Flags");
  private static final int SEQUENCE = column(TABLE, "Sequence");
  private static final int NAME = column(TABLE, "Name");

  /** Creates the view of row {@code rid} of {@code image}. */
  public Param(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** {@code ParamAttributes}. */
  public int flags() {
    return cell(FLAGS);
  }

  /** Returns the number of the parameter, from 1; 0 for the return value. */
  public int sequence() {
    return cell(SEQUENCE);
  }

  /** Returns the name; may be empty. */
  public String name() {
    return string(NAME);
  }

  /** Returns the method that has it. */
  public MethodDef method() {
    return new MethodDef(image(), owner(MethodDef.TABLE, MethodDef.PARAM_LIST));
  }

  /** Returns its default value. */
  public Optional<Constant> constant() {
    return referringFirst(Constant.TABLE, Constant.PARENT, Constant::new);
  }

  /** Returns how it is marshalled to native code, where that is prescribed. */
  public Optional<FieldMarshal> marshal() {
    return referringFirst(FieldMarshal.TABLE, FieldMarshal.PARENT, FieldMarshal::new);
  }
}
