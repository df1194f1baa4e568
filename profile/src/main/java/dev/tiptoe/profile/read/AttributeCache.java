// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import java.util.HashMap;
import java.util.Map;

/** What the attributes of samples say of threads. Not thread-safe. */
final class AttributeCache {

  /**
   * What an attribute says.
   *
   * @param id the thread's ID; 0 if it says none
   * @param name the thread's name; empty if it says none
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
