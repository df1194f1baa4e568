// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The names of the operating system's threads, managed or not. One writer, lock-free readers. What
 * a crafted trace has beyond {@value #MOST} names is left out.
 */
final class OsThreadNames {

  private static final int MOST = 1 << 18;

  private final Map<Integer, NavigableMap<Long, String>> names = new ConcurrentHashMap<>();
  private int count;

  void seen(long at, int osThreadId, String name) {
    if (count < MOST) {
      count++;
      names.computeIfAbsent(osThreadId, any -> new ConcurrentSkipListMap<>()).put(at, name);
    }
  }

  /** Returns the name at a time; before the first one was seen, that; empty where there is none. */
  String at(int osThreadId, long time) {
    NavigableMap<Long, String> known = names.get(osThreadId);
    if (known == null) {
      return "";
    }
    Map.Entry<Long, String> entry = known.floorEntry(time);
    return entry != null ? entry.getValue() : known.firstEntry().getValue();
  }
}
