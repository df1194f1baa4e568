// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a file of version 6, by the numbers with which events refer to them.
 *
 * <pre>
 *   rows, each: u16 size, varint number, any number of
 *     u8 1, text name | u8 2, varint process | u8 3, varint thread | u8 4, text key, text value
 * </pre>
 *
 * <p>Mutable, not thread-safe. A file that has more threads at once than the limits is refused.
 */
final class ThreadTable {

  /** The limit of threads at the same time. */
  static final int MOST_THREADS = 1 << 18;

  /** The limit of characters in all their names. */
  private static final int MOST_CHARACTERS = 16 << 20;

  private static final int NAME = 1;
  private static final int PROCESS = 2;
  private static final int THREAD = 3;
  private static final int PROPERTY = 4;

  private final Map<Long, EventPipeThread> byNumber = new HashMap<>();
  private long characters;

  /** Takes in a Thread block. */
  void add(EventBytes block) {
    while (block.remaining() > 0) {
      EventBytes row = block.part(block.u16());
      long number = row.varint64();
      EventPipeThread thread = thread(row);
      characters += thread.name().length();
      if (byNumber.put(number, thread) != null) {
        throw row.damaged("thread " + Long.toUnsignedString(number) + " is defined twice");
      }
      if (byNumber.size() > MOST_THREADS || characters > MOST_CHARACTERS) {
        throw row.damaged("more threads at once than are followed");
      }
    }
  }

  private static EventPipeThread thread(EventBytes row) {
    String name = "";
    long process = 0;
    long thread = 0;
    while (row.remaining() > 0) {
      switch (row.u8()) {
        case NAME -> name = row.text();
        case PROCESS -> process = row.varint64();
        case THREAD -> thread = row.varint64();
        case PROPERTY -> {
          row.skip(row.varint32());
          row.skip(row.varint32());
        }
        default -> row.skip(row.remaining()); // Of a later version, with a length of its own.
      }
    }
    return new EventPipeThread(process, thread, name);
  }

  /** Returns the thread of that number; null where there is none. */
  @Nullable EventPipeThread get(long number) {
    return byNumber.get(number);
  }

  /**
   * Removes a thread.
   *
   * @return whether it was there
   */
  boolean remove(long number) {
    EventPipeThread removed = byNumber.remove(number);
    characters -= removed == null ? 0 : removed.name().length();
    return removed != null;
  }

  /** Forgets all threads. */
  void clear() {
    byNumber.clear();
    characters = 0;
  }
}
