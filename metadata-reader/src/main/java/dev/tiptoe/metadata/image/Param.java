// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import java.util.Optional;

/**
 * A parameter of a method, or its return value: the name and flags that the signature does not
 * hold.
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

  /** Row {@code rid} of {@code image}. */
  public Param(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** {@code ParamAttributes}. */
  public int flags() {
    return cell(FLAGS);
  }

  /** Which parameter it describes, from 1; 0 for the return value. */
  public int sequence() {
    return cell(SEQUENCE);
  }

  /** The name; may be empty. */
  public String name() {
    return string(NAME);
  }

  /** The method that has it. */
  public MethodDef method() {
    return new MethodDef(image(), owner(MethodDef.TABLE, MethodDef.PARAM_LIST));
  }

  /** Its default value. */
  public Optional<Constant> constant() {
    return referringFirst(Constant.TABLE, Constant.PARENT, Constant::new);
  }

  /** How it is passed to native code, where that is said. */
  public Optional<FieldMarshal> marshal() {
    return referringFirst(FieldMarshal.TABLE, FieldMarshal.PARENT, FieldMarshal::new);
  }
}
