// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.Interval;
import dev.tiptoe.resolver.map.ThreadFact;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a profile of the samples of a trace, whose other facts a session has already: the trace is
 * read once for the session, and once more for this feed.
 *
 * <p>A stack is resolved when its first sample comes, for the interval in which all IDs on it keep
 * their meanings; samples in that interval are only counted. A sample outside of it has the stack
 * resolved again, as of its own time. So an ID that was reused is resolved as of each sample.
 *
 * <p>Not thread-safe. Memory: that of the profile, twice while it is built, and at most {@value
 * #PLACES} stacks of the trace.
 */
public final class ProfileFeed implements RuntimeFeed {

  /** A power of two. */
  private static final int PLACES = 1 << 14;

  private static final int MOST_LISTS = 1 << 16;

  private final Session session;
  private final Profile.Builder profile = new Profile.Builder();
  private final ResolvedFrames frames;
  private final boolean positions;
  private int truncated = -1;
  private int unmanaged = -1;
  private final @Nullable Resolved[] stacks = new Resolved[PLACES];
  private final Map<Long, Thread> threads = new HashMap<>();
  private final Map<Listed, CallStack> lists = new HashMap<>();
  private @Nullable Boundaries threadBoundaries;
  private long resolutions;

  /** A stack that older traces give as a list. */
  private record Listed(List<FunctionID> functions, boolean truncated) {}

  /** A thread, for as long as it has its ID. */
  private static final class Thread {
    long id;
    int number;
    long from;
    long to;
  }

  /** A stack of the trace, and its nodes in the interval in which its IDs keep their meanings. */
  private static final class Resolved {
    final CallStack stack;

    /** The node of the leaf's caller, and that of the leaf at a position. */
    int callers;

    long leafAddress;
    int node;
    long from;
    long to;

    /** The thread that had it last, and its row. */
    int thread = -1;

    int row;

    Resolved(CallStack stack) {
      this.stack = stack;
    }
  }

  private Thread lastThread = new Thread();

  /**
   * Creates a feed.
   *
   * @param session all other facts of the trace
   */
  public ProfileFeed(Session session, Set<FrameDetail> details) {
    this.session = session;
    FrameMaker maker = new FrameMaker(session, details);
    positions = maker.hasPositions();
    frames = new ResolvedFrames(session, maker, profile::frame);
  }

  /** Returns the builder of the profile, to give it a name, for instance. */
  public Profile.Builder profile() {
    return profile;
  }

  /** Returns how often a stack was resolved. */
  public long resolutions() {
    return resolutions;
  }

  @Override
  public void stackSampled(long at, SampledStack sample) {
    Resolved stack = resolved(sample, at);
    int thread = thread(sample.thread().value(), at);
    if (stack.thread != thread) {
      stack.thread = thread;
      stack.row = profile.row(thread, stack.node);
    }
    profile.add(at, stack.row, 1, sample.nanos());
  }

  /** A stack without positions, as older traces have it. */
  @Override
  public void stackSampled(
      long at, ThreadID thread, List<FunctionID> functions, boolean isTruncated) {
    if (lists.size() == MOST_LISTS) {
      lists.clear();
    }
    CallStack stack =
        lists.computeIfAbsent(
            new Listed(functions, isTruncated),
            any ->
                new CallStack(
                    functions, Collections.nCopies(functions.size(), 0L), isTruncated));
    stackSampled(at, new SampledStack(thread, stack, 0, 0));
  }

  private Resolved resolved(SampledStack sample, long at) {
    CallStack stack = sample.stack();
    int place = System.identityHashCode(stack) & (PLACES - 1);
    Resolved known = stacks[place];
    if (known == null || known.stack != stack) {
      known = new Resolved(stack);
      stacks[place] = known;
      resolve(known, sample, at);
    } else if (at < known.from || at >= known.to) {
      resolve(known, sample, at);
    } else if (positions && known.leafAddress != sample.leafIp()) {
      resolveLeaf(known, sample, at);
    }
    return known;
  }

  private void resolve(Resolved into, SampledStack sample, long at) {
    resolutions++;
    CallStack stack = into.stack;
    frames.begin();
    int node = stack.truncated() ? truncated() : StackTree.NONE;
    for (int i = stack.depth() - 1; i > 0; i--) {
      node = profile.stack(node, frame(sample, i, at));
    }
    into.callers = node;
    resolveLeaf(into, sample, at);
    into.from = frames.from();
    into.to = frames.to();
  }

  private void resolveLeaf(Resolved into, SampledStack sample, long at) {
    into.leafAddress = sample.leafIp();
    into.node =
        into.stack.depth() == 0
            ? into.callers
            : profile.stack(into.callers, frame(sample, 0, at));
    into.thread = -1;
  }

  private int frame(SampledStack sample, int place, long at) {
    long id = sample.stack().functions().get(place).value();
    return id == 0 ? unmanaged() : frames.frame(id, sample.executing(place), at);
  }

  private int truncated() {
    if (truncated < 0) {
      truncated = profile.frame(Frame.TRUNCATED);
    }
    return profile.stack(StackTree.NONE, truncated);
  }

  private int unmanaged() {
    if (unmanaged < 0) {
      unmanaged = profile.frame(Frame.NATIVE);
    }
    return unmanaged;
  }

  // ---- threads

  private int thread(long id, long at) {
    Thread thread = lastThread;
    if (thread.id != id || at < thread.from || at >= thread.to) {
      Thread known = threads.get(id);
      if (known == null || at < known.from || at >= known.to) {
        known = met(id, at);
        threads.put(id, known);
      }
      thread = known;
      lastThread = thread;
    }
    return thread.number;
  }

  private Thread met(long id, long at) {
    Thread thread = new Thread();
    thread.id = id;
    ThreadID threadID = new ThreadID(id);
    Optional<ThreadFact> fact = session.map().at(at).meaningOf(threadID).valid();
    if (fact.isPresent()) {
      Interval interval = fact.get().interval();
      thread.from = interval.from();
      thread.to = interval.to();
      thread.number =
          profile.thread(new ProfileThread(id, fact.get().osThreadId(), nameOf(fact.get())));
    } else {
      if (threadBoundaries == null) {
        threadBoundaries = new Boundaries(session.map().history().threads());
      }
      thread.from = threadBoundaries.before(id, at);
      thread.to = threadBoundaries.after(id, at);
      thread.number = profile.thread(new ProfileThread(id, 0, "thread " + threadID));
    }
    return thread;
  }

  private static String nameOf(ThreadFact thread) {
    if (!thread.anyName().isEmpty()) {
      return thread.anyName();
    }
    return "thread " + (thread.osThreadId() == 0 ? thread.id() : thread.osThreadId());
  }
}
