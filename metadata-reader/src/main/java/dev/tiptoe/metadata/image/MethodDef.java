// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.List;
import java.util.Optional;

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
  static final int NAME = column(TABLE, "Name");
  static final int SIGNATURE = column(TABLE, "Signature");
  static final int PARAM_LIST = column(TABLE, "ParamList");

  private static final int STATIC = 0x10;

  private static final int RT_SPECIAL_NAME = 0x1000;

  /** Creates the view of row {@code rid} of {@code image}. */
  public MethodDef(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the RVA of its body; 0 for none. */
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

  /** Returns whether it has no {@code this}. */
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

  /**
   * Returns the rows of its parameters and return value, in the order of the table; see {@link
   * Param#sequence}.
   */
  public List<Param> params() {
    return run(PARAM_LIST, Param.TABLE, Param::new);
  }

  /**
   * Returns the row of the parameter numbered {@code sequence}, from 1, or of the return value, 0;
   * often there is none.
   */
  public Optional<Param> param(int sequence) {
    return params().stream().filter(param -> param.sequence() == sequence).findFirst();
  }

  /** Returns the type that has this method. */
  public TypeDef declaringType() {
    return new TypeDef(image(), owner(TypeDef.TABLE, TypeDef.METHOD_LIST));
  }

  /** Returns its type parameters, by number. */
  public List<GenericParam> genericParameters() {
    return GenericParam.of(this);
  }

  /** Returns the native function that it calls, if there is one. */
  public Optional<ImplMap> implMap() {
    return referringFirst(ImplMap.TABLE, ImplMap.MEMBER_FORWARDED, ImplMap::new);
  }

  /** Returns the properties and events whose accessor it is. */
  public List<MethodSemantics> semantics() {
    return referring(MethodSemantics.TABLE, MethodSemantics.METHOD, MethodSemantics::new);
  }

  /** Returns its security declarations. */
  public List<DeclSecurity> securityDeclarations() {
    return referring(DeclSecurity.TABLE, DeclSecurity.PARENT, DeclSecurity::new);
  }

  int nameOffset() {
    return cell(NAME);
  }
}
