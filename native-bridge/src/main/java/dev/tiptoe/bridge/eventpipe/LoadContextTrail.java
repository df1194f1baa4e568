// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.eventpipe;

import dev.tiptoe.bridge.eventpipe.RuntimeEvent.BindStart;
import dev.tiptoe.bridge.eventpipe.RuntimeEvent.BindStop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Into which load context each thread is about to load an assembly, by what the runtime told of its
 * looking for it.
 *
 * <p>A search by path loads into the context that it names, while it goes on. A search by name
 * finds a new assembly only among the trusted platform assemblies, which are the default context's;
 * it is loaded once the search is over. What else a search by name finds, somebody loads by path
 * meanwhile.
 */
final class LoadContextTrail {

  private static final String DEFAULT = "Default";

  /** Searches within searches, and assemblies found one after the other; more than there are. */
  private static final int MOST = 64;

  /** What one thread did: the searches that go on, and the assemblies that it found by name. */
  private record Trail(Deque<BindStart> searches, Deque<String> found) {

    Trail() {
      this(new ArrayDeque<>(), new ArrayDeque<>());
    }

    void begin(BindStart search) {
      if (searches.size() < MOST) {
        searches.push(search);
      }
    }

    void end(BindStop search) {
      BindStart began = searches.poll();
      boolean byName = began != null && began.path().isEmpty();
      if (byName && !search.cached() && !search.found().isEmpty() && found.size() < MOST) {
        found.push(search.found());
      }
    }
  }

  private final Map<Long, Trail> trails = new HashMap<>();

  /** Takes in what a thread did. */
  void follow(long thread, RuntimeEvent event) {
    if (event instanceof BindStart start) {
      trails.computeIfAbsent(thread, one -> new Trail()).begin(start);
    } else if (event instanceof BindStop stop && trails.containsKey(thread)) {
      trails.get(thread).end(stop);
    }
  }

  /** The context of an assembly that the thread loads now; empty where nothing tells. */
  Optional<String> of(long thread, String fullName) {
    Trail trail = trails.get(thread);
    if (trail == null) {
      return Optional.empty();
    }
    BindStart search = trail.searches.peek();
    if (search != null && !search.path().isEmpty() && search.name().equals(fullName)) {
      return Optional.of(search.loadContext());
    }
    return trail.found.removeFirstOccurrence(fullName) ? Optional.of(DEFAULT) : Optional.empty();
  }
}
