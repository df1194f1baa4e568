// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import java.util.HashMap;
import java.util.Map;

/** Caches the threads that the attributes of samples name. Not thread-safe. */
final class AttributeCache {

  /**
   * The meaning of an attribute.
   *
   * @param id the thread's ID; 0 if it has none
   * @param name the thread's name; empty if it has none
   */
  record ThreadLabel(long id, String name) {}

  static final ThreadLabel NOTHING = new ThreadLabel(0, "");

  private final OtlpTables tables;
  private final Map<Long, ThreadLabel> known = new HashMap<>();

  AttributeCache(OtlpTables tables) {
    this.tables = tables;
  }

  ThreadLabel of(long attribute, long offset) {
    return known.computeIfAbsent(attribute, index -> tables.thread(index, offset));
  }
}
