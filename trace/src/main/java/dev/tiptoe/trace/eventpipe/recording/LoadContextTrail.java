// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.BindStart;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.BindStop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Follows each thread's search for assemblies in the runtime's events, to find the load context
 * into which it is about to load one.
 *
 * <p>A search by path loads into the context that it names, while it is under way. A search by name
 * finds a new assembly only among the trusted platform assemblies, which belong to the default
 * context; the assembly is loaded when the search is over, by the operation that began the search.
 * Any other assembly that a search by name finds is loaded by path meanwhile. An assembly in memory
 * is searched for by name as well, and loaded while that search is under way; its context cannot be
 * known.
 */
final class LoadContextTrail {

  private static final String DEFAULT = "Default";

  /**
   * The most searches within searches, and assemblies found one after the other; a runtime has
   * fewer.
   */
  private static final int MOST = 64;

  private static final int MOST_THREADS = 1 << 16;

  /** The limit of assemblies loaded within a search. */
  private static final int MOST_LOADED = 1 << 10;

  /**
   * A search that is under way, and what happened within it, apart from what happened within
   * another one inside it.
   */
  private static final class Search {
    final BindStart start;

    /** Assemblies that were found by name and not loaded yet. */
    final Deque<String> found = new ArrayDeque<>();

    /** Assemblies that were loaded, also within searches inside this one. */
    final Set<String> loaded = new HashSet<>();

    Search(BindStart start) {
      this.start = start;
    }

    boolean isByName() {
      return start.path().isEmpty();
    }
  }

  /** The searches of one thread. */
  private static final class Trail {

    /**
     * The searches under way, innermost first; the last element stands for what is outside of any.
     */
    private final Deque<Search> searches = new ArrayDeque<>();

    /** How many more are under way inside of those. */
    private int deeper;

    Trail() {
      searches.push(new Search(new BindStart("", "", "")));
    }

    void begin(BindStart search) {
      if (searches.size() > MOST) {
        deeper++;
      } else {
        searches.push(new Search(search));
      }
    }

    void end(BindStop stop) {
      if (deeper > 0) {
        deeper--;
      } else if (searches.size() > 1) {
        end(searches.pop(), innermost(), stop);
      }
    }

    private static void end(Search ended, Search around, BindStop stop) {
      String found = stop.found();
      boolean isNew = !stop.cached() && !found.isEmpty() && !ended.loaded.contains(found);
      if (ended.isByName() && isNew && around.found.size() < MOST) {
        around.found.push(found);
      }
      if (around.loaded.size() < MOST_LOADED) {
        around.loaded.addAll(ended.loaded);
      }
    }

    Optional<String> load(String fullName) {
      Search search = innermost();
      if (searches.size() > 1 && search.loaded.size() < MOST_LOADED) {
        search.loaded.add(fullName);
      }
      if (deeper > 0) {
        return Optional.empty();
      }
      if (!search.isByName() && search.start.name().equals(fullName)) {
        return Optional.of(search.start.loadContext());
      }
      return search.found.removeFirstOccurrence(fullName) ? Optional.of(DEFAULT) : Optional.empty();
    }

    private Search innermost() {
      return searches.element();
    }
  }

  private final Map<Long, Trail> trails = new HashMap<>();

  /** Takes in an event of a thread. */
  void follow(long thread, RuntimeEvent event) {
    boolean isKnown = trails.size() < MOST_THREADS || trails.containsKey(thread);
    if (event instanceof BindStart start && isKnown) {
      trails.computeIfAbsent(thread, one -> new Trail()).begin(start);
    } else if (event instanceof BindStop stop && trails.containsKey(thread)) {
      trails.get(thread).end(stop);
    }
  }

  /**
   * Returns the context into which a thread loads an assembly now; empty where it cannot be known.
   */
  Optional<String> load(long thread, String fullName) {
    Trail trail = trails.get(thread);
    return trail == null ? Optional.empty() : trail.load(fullName);
  }
}
