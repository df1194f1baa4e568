// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

import dev.tiptoe.trace.eventpipe.RuntimeEvent.BindStart;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.BindStop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Into which load context each thread is about to load an assembly, by what the runtime told of its
 * looking for it.
 *
 * <p>A search by path loads into the context that it names, while it goes on. A search by name
 * finds a new assembly only among the trusted platform assemblies, which are the default context's;
 * it is loaded once the search is over, by what began the search. What else a search by name finds,
 * somebody loads by path meanwhile. What lies in memory is searched for by name as well, and loaded
 * while that search goes on: into which context, nothing tells.
 */
final class LoadContextTrail {

  private static final String DEFAULT = "Default";

  /** Searches within searches, and assemblies found one after the other; more than there are. */
  private static final int MOST = 64;

  /** A search that goes on, and what happened within it, but not within another one inside it. */
  private static final class Search {
    final BindStart start;

    /** Assemblies that were found by name, and not loaded yet. */
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

  /** What one thread did. */
  private static final class Trail {

    /** The searches that go on, innermost first; at the end stands all that is outside of any. */
    private final Deque<Search> searches = new ArrayDeque<>();

    /** How many more go on inside of those. */
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
      around.loaded.addAll(ended.loaded);
    }

    Optional<String> load(String fullName) {
      Search search = innermost();
      search.loaded.add(fullName);
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

  /** Takes in what a thread did. */
  void follow(long thread, RuntimeEvent event) {
    if (event instanceof BindStart start) {
      trails.computeIfAbsent(thread, one -> new Trail()).begin(start);
    } else if (event instanceof BindStop stop && trails.containsKey(thread)) {
      trails.get(thread).end(stop);
    }
  }

  /** A thread loads an assembly now: into which context; empty where nothing tells. */
  Optional<String> load(long thread, String fullName) {
    Trail trail = trails.get(thread);
    return trail == null ? Optional.empty() : trail.load(fullName);
  }
}
