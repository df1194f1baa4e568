// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.map.Interval;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The names and the ends of the operating system's threads, managed or not. One writer, lock-free
 * readers. Names beyond {@value #MOST} in a crafted trace are left out.
 */
final class OsThreadNames {

  private static final int MOST = 1 << 18;

  private final Map<Integer, NavigableMap<Long, String>> names = new ConcurrentHashMap<>();
  private final Map<Integer, NavigableSet<Long>> ends = new ConcurrentHashMap<>();
  private int count;

  /**
   * Takes in a name.
   *
   * @param name empty: the thread has ended by then
   */
  void seen(long at, int osThreadId, String name) {
    if (count >= MOST) {
      return;
    }
    count++;
    if (name.isEmpty()) {
      // A name that was recorded together with the end is the ended thread's.
      ends.computeIfAbsent(osThreadId, any -> new ConcurrentSkipListSet<>()).add(at + 1);
    } else {
      names.computeIfAbsent(osThreadId, any -> new ConcurrentSkipListMap<>()).put(at, name);
    }
  }

  /** Passes on the facts that were taken in, without those of threads that had ended by a time. */
  void passTo(long since, BiConsumer<Long, Consumer<RuntimeFeed>> facts) {
    names.forEach(
        (id, named) ->
            named.forEach(
                (at, name) -> {
                  if (life(id, at).to() > since) {
                    facts.accept(at, feed -> feed.osThreadSeen(at, id, name));
                  }
                }));
    ends.forEach(
        (id, all) ->
            all.tailSet(since, false)
                .forEach(
                    behind ->
                        facts.accept(behind - 1, feed -> feed.osThreadSeen(behind - 1, id, ""))));
  }

  /**
   * Returns the interval around a time in which an ID is that of one thread, as far as ends are
   * known.
   */
  Interval life(int osThreadId, long time) {
    NavigableSet<Long> known = ends.get(osThreadId);
    Long from = known == null ? null : known.floor(time);
    Long to = known == null ? null : known.higher(time);
    return new Interval(from == null ? Long.MIN_VALUE : from, to == null ? Interval.OPEN : to);
  }

  /**
   * Returns the last name of the thread that has an ID at a time; empty where none is known. It may
   * have got the name later, even after its samples.
   */
  String at(int osThreadId, long time) {
    NavigableMap<Long, String> known = names.get(osThreadId);
    if (known == null) {
      return "";
    }
    Interval life = life(osThreadId, time);
    Map.Entry<Long, String> last = life.isOpen() ? known.lastEntry() : known.lowerEntry(life.to());
    return last == null || last.getKey() < life.from() ? "" : last.getValue();
  }
}
