// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import java.util.List;
import java.util.Optional;

/**
 * A method that is an accessor of a property or event.
 *
 * @ecma II.22.28
 */
public final class MethodSemantics extends Row {

  /** The table's number. */
  public static final int TABLE = 0x18;

  private static final int SEMANTICS = column(TABLE, "Semantics");
  static final int METHOD = column(TABLE, "Method");
  static final int ASSOCIATION = column(TABLE, "Association");

  /** The method writes a property. */
  public static final int SETTER = 0x01;

  /** The method reads a property. */
  public static final int GETTER = 0x02;

  /** The method adds a handler to an event. */
  public static final int ADD_ON = 0x08;

  /** The method removes a handler from an event. */
  public static final int REMOVE_ON = 0x10;

  /** The method raises an event. */
  public static final int FIRE = 0x20;

  /** Creates the view of row {@code rid} of {@code image}. */
  public MethodSemantics(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /**
   * {@code MethodSemanticsAttributes}: setter 1, getter 2, other 4, add 8, remove 0x10, raise 0x20.
   */
  public int semantics() {
    return cell(SEMANTICS);
  }

  /** Returns the accessor. */
  public MethodDef method() {
    return new MethodDef(image(), rid(METHOD));
  }

  /** Returns the Event or Property. */
  public Token association() {
    return reference(ASSOCIATION);
  }

  /** Returns the first method with {@code semantics}. */
  static Optional<MethodDef> first(List<MethodSemantics> all, int semantics) {
    return all.stream()
        .filter(one -> (one.semantics() & semantics) != 0)
        .findFirst()
        .map(MethodSemantics::method);
  }
}
