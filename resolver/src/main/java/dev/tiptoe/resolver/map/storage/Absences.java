// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.id.ModuleID;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The times at which types were not found by a look-up that loads nothing. One writer, lock-free
 * readers.
 *
 * <pre>
 *   0 time | 1 rid 32, earlier look-up of the same TypeDef 32
 * </pre>
 */
final class Absences {

  private static final int TIME = 0;
  private static final int EARLIER = 1;

  /** How many look-ups may wait until it is known which module they were in. */
  private static final int MOST_EARLY = 10_000;

  /** A look-up in a module of which it is not known what it was. */
  record Early(long at, long asOf, ModuleID module, int rid) {}

  private final Pages lookUps = new Pages(2);

  /** Used by the writer only. */
  private List<Early> early = new ArrayList<>();

  /** Keeps a look-up until it is known which module it was in; false when there is no room. */
  boolean await(Early lookUp) {
    return early.size() < MOST_EARLY && early.add(lookUp);
  }

  /** Passes what waits to the action, and keeps it. */
  void forEachEarly(Consumer<Early> action) {
    early.forEach(action);
  }

  /** Passes what waits to the action, which puts it where it belongs, or lets it wait again. */
  void placeEarly(Consumer<Early> action) {
    List<Early> waited = early;
    early = new ArrayList<>();
    waited.forEach(action);
  }

  /** A type was not published at a time; its module has the index. */
  void met(long at, TokenIndex module, int rid) {
    int later = Pages.NONE;
    int earlier = module.newest(rid);
    while (earlier != Pages.NONE && time(earlier) > at) {
      later = earlier;
      earlier = earlier(earlier);
    }
    if (earlier != Pages.NONE && time(earlier) == at) {
      return;
    }
    int lookUp = lookUps.append();
    lookUps.set(lookUp, TIME, at);
    lookUps.set(lookUp, EARLIER, link(rid, earlier));
    if (later == Pages.NONE) {
      module.publish(rid, lookUp);
    } else {
      lookUps.setRelease(later, EARLIER, link(rid, lookUp));
    }
  }

  /** The last time up to {@code time} at which a type was not published. */
  OptionalLong last(TokenIndex module, int rid, long time) {
    int lookUp = module.newest(rid);
    while (lookUp != Pages.NONE && time(lookUp) > time) {
      lookUp = earlier(lookUp);
    }
    return lookUp == Pages.NONE ? OptionalLong.empty() : OptionalLong.of(time(lookUp));
  }

  /** Hands over a look-up. */
  interface Action {
    /** Takes a look-up: its time, and what was not found. */
    void accept(long at, int rid);
  }

  /** Hands over all look-ups in a module; the action may not add any to it. */
  void forEach(TokenIndex module, Action action) {
    module.forEachNewest(
        newest -> {
          for (int lookUp = newest; lookUp != Pages.NONE; lookUp = earlier(lookUp)) {
            action.accept(time(lookUp), (int) (lookUps.get(lookUp, EARLIER) >>> Integer.SIZE));
          }
        });
  }

  private long time(int lookUp) {
    return lookUps.get(lookUp, TIME);
  }

  private int earlier(int lookUp) {
    return (int) lookUps.getAcquire(lookUp, EARLIER);
  }

  private static long link(int rid, int earlier) {
    return (long) rid << Integer.SIZE | earlier;
  }
}
