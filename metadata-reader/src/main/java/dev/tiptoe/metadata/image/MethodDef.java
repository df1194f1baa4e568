// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.List;

/**
 * A method that this module defines.
 *
 * @ecma II.22.26
 */
public final class MethodDef extends Row {

  /** The table's number. */
  public static final int TABLE = 0x06;

  private static final int RVA = column(TABLE, "RVA");
  private static final int IMPL_FLAGS = column(TABLE, "ImplFlags");
  private static final int FLAGS = column(TABLE, "Flags");
  private static final int NAME = column(TABLE, "Name");
  private static final int SIGNATURE = column(TABLE, "Signature");
  private static final int PARAM_LIST = column(TABLE, "ParamList");

  private static final int STATIC = 0x10;

  /** Row {@code rid} of {@code image}. */
  public MethodDef(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Where its body is; 0 for none. */
  public int rva() {
    return cell(RVA);
  }

  /** {@code MethodImplAttributes}. */
  public int implFlags() {
    return cell(IMPL_FLAGS);
  }

  /** {@code MethodAttributes}. */
  public int flags() {
    return cell(FLAGS);
  }

  /** Whether it has no {@code this}. */
  public boolean isStatic() {
    return (flags() & STATIC) != 0;
  }

  /** The name. */
  public String name() {
    return string(NAME);
  }

  /** The signature blob. */
  public Bytes signature() {
    return blob(SIGNATURE);
  }

  /**
   * What is said of its parameters and return value, in the order of the table; see {@link
   * Param#sequence}.
   */
  public List<Param> params() {
    return run(PARAM_LIST, Param.TABLE, Param::new);
  }

  /** The type that has this method. */
  public TypeDef declaringType() {
    return new TypeDef(image(), image().methodOwner(rid()));
  }

  int nameOffset() {
    return cell(NAME);
  }
}
