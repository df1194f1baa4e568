// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.Interval;
import java.util.Map;

/**
 * What is still known of the facts that were dropped: of the tokens of living modules, when their
 * last ID ended. Immutable.
 *
 * @param before nothing is known of what ended before this time
 * @param ends by token
 */
record Forgotten(long before, Map<Key, End> ends) {

  /** Nothing was dropped. */
  static final Forgotten NOTHING = new Forgotten(Long.MIN_VALUE, Map.of());

  /** A token of a module. */
  record Key(ModuleID module, Token token) {}

  /** Returns the later of two ends. */
  static End later(End one, End other) {
    return one.at() >= other.at() ? one : other;
  }

  /** Returns the last end of an ID of a token; null where none was dropped. */
  @org.jspecify.annotations.Nullable
  End end(ModuleID module, Token token) {
    return ends.isEmpty() ? null : ends.get(new Key(module, token));
  }

  /** Returns whether facts of a time were dropped. */
  boolean has(long time) {
    return time < before;
  }

  /** Returns the answer in words. */
  String inWords() {
    return "the facts before " + Interval.timeInWords(before) + " were dropped";
  }
}
