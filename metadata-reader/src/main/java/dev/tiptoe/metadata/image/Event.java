// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * An event.
 *
 * @ecma II.22.13
 */
public final class Event extends Row {

  /** The table's number. */
  public static final int TABLE = 0x14;

  private static final int EVENT_FLAGS = column(TABLE, "EventFlags");
  private static final int NAME = column(TABLE, "Name");
  private static final int EVENT_TYPE = column(TABLE, "EventType");

  /** Row {@code rid} of {@code image}. */
  public Event(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** {@code EventAttributes}. */
  public int flags() {
    return cell(EVENT_FLAGS);
  }

  /** The name. */
  public String name() {
    return string(NAME);
  }

  /** The type of its handlers, a TypeDef, TypeRef or TypeSpec; may be nil. */
  public Token eventType() {
    return reference(EVENT_TYPE);
  }
}
