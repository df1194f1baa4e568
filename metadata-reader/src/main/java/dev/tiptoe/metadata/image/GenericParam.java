// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import java.util.Comparator;
import java.util.List;

/**
 * A type parameter of a generic type or method.
 *
 * @ecma II.22.20
 */
public final class GenericParam extends Row {

  /** The table's number. */
  public static final int TABLE = 0x2a;

  private static final int NUMBER = column(TABLE, "Number");
  private static final int FLAGS = column(TABLE, "Flags");
  static final int OWNER = column(TABLE, "Owner");
  private static final int NAME = column(TABLE, "Name");

  /** Creates the view of row {@code rid} of {@code image}. */
  public GenericParam(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the number of the parameter, from 0. */
  public int number() {
    return cell(NUMBER);
  }

  /** {@code GenericParamAttributes}: variance and special constraints. */
  public int flags() {
    return cell(FLAGS);
  }

  /** Returns the TypeDef or MethodDef that is generic. */
  public Token owner() {
    return reference(OWNER);
  }

  /** Returns the name, such as {@code TKey}. */
  public String name() {
    return string(NAME);
  }

  /** Returns the types that an argument must derive from or implement. */
  public List<GenericParamConstraint> constraints() {
    return referring(
        GenericParamConstraint.TABLE, GenericParamConstraint.OWNER, GenericParamConstraint::new);
  }

  /** Returns the parameters of a type or method, by number, in whatever order their rows are. */
  static List<GenericParam> of(Row owner) {
    List<GenericParam> rows = owner.referring(TABLE, OWNER, GenericParam::new);
    return rows.isEmpty()
        ? rows
        : rows.stream().sorted(Comparator.comparingInt(GenericParam::number)).toList();
  }
}
