// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import java.util.List;

/**
 * The events of a type.
 *
 * @ecma II.22.12
 */
public final class EventMap extends Row {

  /** The table's number. */
  public static final int TABLE = 0x12;

  static final int PARENT = column(TABLE, "Parent");
  static final int EVENT_LIST = column(TABLE, "EventList");

  /** Creates the view of row {@code rid} of {@code image}. */
  public EventMap(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the type. */
  public TypeDef parent() {
    return new TypeDef(image(), rid(PARENT));
  }

  /** Returns its events, in the order of the table. */
  public List<Event> events() {
    return run(EVENT_LIST, Event.TABLE, Event::new);
  }
}
