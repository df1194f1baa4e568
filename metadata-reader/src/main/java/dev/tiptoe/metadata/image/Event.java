// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import java.util.List;
import java.util.Optional;

/**
 * An event.
 *
 * @ecma II.22.13
 */
public final class Event extends Row {

  /** The table's number. */
  public static final int TABLE = 0x14;

  private static final int EVENT_FLAGS = column(TABLE, "EventFlags");
  static final int NAME = column(TABLE, "Name");
  private static final int EVENT_TYPE = column(TABLE, "EventType");

  private static final int RT_SPECIAL_NAME = 0x400;

  /** Creates the view of row {@code rid} of {@code image}. */
  public Event(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** {@code EventAttributes}. */
  public int flags() {
    return cell(EVENT_FLAGS);
  }

  /** Returns whether edit-and-continue has deleted it; the row stays without meaning. */
  public boolean isDeleted() {
    return isDeleted(flags(), RT_SPECIAL_NAME, NAME);
  }

  /** Returns the name. */
  public String name() {
    return string(NAME);
  }

  /** Returns the type of its handlers, a TypeDef, TypeRef or TypeSpec; may be nil. */
  public Token eventType() {
    return reference(EVENT_TYPE);
  }

  /** Returns the type that has it. */
  public TypeDef declaringType() {
    return new EventMap(image(), owner(EventMap.TABLE, EventMap.EVENT_LIST)).parent();
  }

  /** Returns its accessors. */
  public List<MethodSemantics> semantics() {
    return referring(MethodSemantics.TABLE, MethodSemantics.ASSOCIATION, MethodSemantics::new);
  }

  /** Returns the method that adds a handler. */
  public Optional<MethodDef> adder() {
    return MethodSemantics.first(semantics(), MethodSemantics.ADD_ON);
  }

  /** Returns the method that removes a handler. */
  public Optional<MethodDef> remover() {
    return MethodSemantics.first(semantics(), MethodSemantics.REMOVE_ON);
  }

  /** Returns the method that calls the handlers; the compilers of C# and VB emit none. */
  public Optional<MethodDef> raiser() {
    return MethodSemantics.first(semantics(), MethodSemantics.FIRE);
  }
}
