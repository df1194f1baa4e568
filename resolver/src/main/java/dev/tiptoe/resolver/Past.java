// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import dev.tiptoe.resolver.loadedness.ChangeCounts;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The most recently requested moments of the past, each with the results computed for it.
 * Thread-safe. Keeps four.
 */
final class Past {

  private static final int MOST = 4;

  /**
   * A moment that later facts do not change.
   *
   * @param belated how many facts had come late by then: the next may change the moment
   */
  private record Kept(Moment moment, long belated) {}

  private final Session session;
  private final ChangeCounts counts;
  private final Map<Long, Kept> kept = new LinkedHashMap<>(8, 0.75f, true);

  Past(Session session) {
    this.session = session;
    this.counts = ChangeCounts.of(session.map());
  }

  /** Lets go of all moments. */
  synchronized void clear() {
    kept.clear();
  }

  synchronized Moment at(long time) {
    RuntimeIdMap map = session.map();
    long belated = counts.late();
    Kept known = kept.get(time);
    if (known != null && known.belated() == belated) {
      return known.moment();
    }
    Moment moment = Moment.at(session, map.at(time));
    if (time < map.now().time()) {
      kept.put(time, new Kept(moment, belated));
      kept.keySet().stream().limit(Math.max(0, kept.size() - MOST)).toList().forEach(kept::remove);
    }
    return moment;
  }
}
