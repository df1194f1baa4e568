// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.Interval;
import dev.tiptoe.resolver.map.ThreadFact;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The threads of samples, by their IDs at a time: a reused ID means another thread. Not
 * thread-safe.
 */
final class SampledThreads {

  /** A power of two. */
  private static final int PLACES = 256;

  private final Session session;
  private final ToIntFunction<ProfileThread> numbers;
  private final Map<Integer, List<ThreadFact>> byOsThread = new HashMap<>();
  private boolean hasOsThreads;
  private final Map<Long, KnownThread> threads = new HashMap<>();
  private final @Nullable KnownThread[] near = new KnownThread[PLACES];
  private @Nullable Boundaries boundaries;

  /** A thread, for as long as it has its ID. */
  private static final class KnownThread {
    long id;
    int number;
    long from;
    long to;
  }

  /**
   * Creates the threads of a trace.
   *
   * @param numbers returns the number of a thread in the profile
   */
  SampledThreads(Session session, ToIntFunction<ProfileThread> numbers) {
    this.session = session;
    this.numbers = numbers;
  }

  /** Returns the number of a managed thread. */
  int thread(long id, long at) {
    int place = (int) ((id * 0x9E3779B97F4A7C15L) >>> 32) & (PLACES - 1);
    KnownThread thread = near[place];
    if (thread == null || thread.id != id || at < thread.from || at >= thread.to) {
      thread = threads.get(id);
      if (thread == null || at < thread.from || at >= thread.to) {
        thread = met(id, at);
        threads.put(id, thread);
      }
      near[place] = thread;
    }
    return thread.number;
  }

  /** Returns the number of a thread of the operating system, which need not be a managed one. */
  int osThread(int osThreadId, long at) {
    if (!hasOsThreads) {
      hasOsThreads = true;
      session
          .map()
          .history()
          .threads()
          .filter(fact -> fact.osThreadId() != 0)
          .forEach(
              fact ->
                  byOsThread
                      .computeIfAbsent(fact.osThreadId(), any -> new ArrayList<>())
                      .add(fact));
    }
    List<ThreadFact> managed = byOsThread.getOrDefault(osThreadId, List.of());
    Optional<ThreadFact> fact = managed.isEmpty() ? Optional.empty() : met(managed, osThreadId, at);
    if (fact.isPresent()) {
      return thread(fact.get().id().value(), within(fact.get().interval(), at));
    }
    String name = session.map().at(at).osThreadName(osThreadId);
    return numbers.applyAsInt(
        new ProfileThread(-osThreadId, osThreadId, name.isEmpty() ? "thread " + osThreadId : name));
  }

  /**
   * Returns the managed thread that a thread of the operating system is at a time. It begins before
   * the runtime makes it a managed one, and ends after that, so it is the same thread then; not the
   * one that had its ID before, or has it later.
   */
  private Optional<ThreadFact> met(List<ThreadFact> managed, int osThreadId, long at) {
    Interval life = session.map().at(at).osThreadLife(osThreadId);
    return managed.stream()
        .filter(fact -> fact.interval().from() < life.to() && fact.interval().to() > life.from())
        .min(Comparator.comparingLong(fact -> Math.abs(at - within(fact.interval(), at))));
  }

  /** Returns the time in an interval that is nearest to a time. */
  private static long within(Interval interval, long at) {
    return Math.max(interval.from(), Math.min(at, interval.to() - 1));
  }

  private KnownThread met(long id, long at) {
    KnownThread thread = new KnownThread();
    thread.id = id;
    ThreadID threadID = new ThreadID(id);
    Optional<ThreadFact> fact = session.map().at(at).meaningOf(threadID).valid();
    if (fact.isPresent()) {
      Interval interval = fact.get().interval();
      thread.from = interval.from();
      thread.to = interval.to();
      thread.number =
          numbers.applyAsInt(new ProfileThread(id, fact.get().osThreadId(), nameOf(fact.get())));
    } else {
      if (boundaries == null) {
        boundaries = new Boundaries(session.map().history().threads());
      }
      thread.from = boundaries.before(id, at);
      thread.to = boundaries.after(id, at);
      thread.number = numbers.applyAsInt(new ProfileThread(id, 0, "thread " + threadID));
    }
    return thread;
  }

  /** The kernel knows the names of the runtime's own threads; the runtime does not report these. */
  private String nameOf(ThreadFact thread) {
    if (!thread.anyName().isEmpty()) {
      return thread.anyName();
    }
    String name = session.map().at(thread.interval().from()).osThreadName(thread.osThreadId());
    if (!name.isEmpty()) {
      return name;
    }
    return "thread " + (thread.osThreadId() == 0 ? thread.id() : thread.osThreadId());
  }
}
