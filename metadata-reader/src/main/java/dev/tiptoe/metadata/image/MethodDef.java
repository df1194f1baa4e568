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

  /** Whether edit-and-continue has deleted it; the row stays and means nothing. */
  public boolean isDeleted() {
    return isDeleted(flags(), RT_SPECIAL_NAME, NAME);
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

  /**
   * What is said of the parameter numbered {@code sequence}, from 1, or of the return value, 0;
   * often nothing.
   */
  public Optional<Param> param(int sequence) {
    return params().stream().filter(param -> param.sequence() == sequence).findFirst();
  }

  /** The type that has this method. */
  public TypeDef declaringType() {
    return new TypeDef(image(), owner(TypeDef.TABLE, TypeDef.METHOD_LIST));
  }

  /** Its type parameters, by number. */
  public List<GenericParam> genericParameters() {
    return GenericParam.of(this);
  }

  /** The native function it stands for, if it does. */
  public Optional<ImplMap> implMap() {
    return referringFirst(ImplMap.TABLE, ImplMap.MEMBER_FORWARDED, ImplMap::new);
  }

  /** The properties and events whose accessor it is. */
  public List<MethodSemantics> semantics() {
    return referring(MethodSemantics.TABLE, MethodSemantics.METHOD, MethodSemantics::new);
  }

  /** Its security declarations. */
  public List<DeclSecurity> securityDeclarations() {
    return referring(DeclSecurity.TABLE, DeclSecurity.PARENT, DeclSecurity::new);
  }

  int nameOffset() {
    return cell(NAME);
  }
}
