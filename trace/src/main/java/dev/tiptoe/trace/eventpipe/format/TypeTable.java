// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The event types of a file, by the numbers with which events refer to them. Mutable, not
 * thread-safe. A file that defines more than the limits is refused.
 */
final class TypeTable {

  /** The limits; a runtime defines some hundred types, of a hundred bytes each. */
  private static final int MOST_TYPES = 1 << 16;

  private static final int MOST_BYTES = 8 << 20;

  private final Map<Integer, EventType> byId = new HashMap<>();
  private long bytes;

  /** Takes in a metadata block of version 4 or 5, in which a number may be defined again. */
  void addBlobs(EventBytes block) {
    EventBlobs definitions = new EventBlobs(block, false);
    while (definitions.next()) {
      EventBytes definition = definitions.payload();
      byId.put(definition.i32(), EventTypeDecoder.decode(definition));
      bytes += definition.length();
      bound(definition);
    }
  }

  /** Takes in a metadata block of version 6. */
  void addRows(EventBytes block) {
    MetadataRows rows = new MetadataRows(block);
    while (rows.next()) {
      if (byId.put(rows.id(), rows.type()) != null) {
        throw block.damaged("event type " + Integer.toUnsignedString(rows.id()) + " defined twice");
      }
      bytes += rows.length();
      bound(block);
    }
  }

  private void bound(EventBytes at) {
    if (byId.size() > MOST_TYPES || bytes > MOST_BYTES) {
      throw at.damaged("more event types than are followed");
    }
  }

  /** Returns the type of that number; null where there is none. */
  @Nullable EventType get(int id) {
    return byId.get(id);
  }

  /** Forgets all types. */
  void clear() {
    byId.clear();
    bytes = 0;
  }
}
