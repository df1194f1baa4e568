// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.nativesymbols.NativeSymbols;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.resolver.feed.AddressStack;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a profile of the samples of a trace, whose other facts a session has already: the trace is
 * read once for the session, and once more for this feed.
 *
 * <p>It takes the samples of one clock and leaves out the others: the times of different clocks
 * cannot be added up.
 *
 * <p>A stack is resolved when its first sample comes, for the interval in which all IDs on it keep
 * their meanings; samples in that interval are only counted. A sample outside of it has the stack
 * resolved again, as of its own time. So an ID that was reused is resolved as of each sample.
 *
 * <p>Of more than a million stacks that come in turn, some are resolved more than once.
 *
 * <p>Not thread-safe. Memory: that of the profile, twice while it is built, and some 100 bytes for
 * each of a million stacks that their source still keeps, as a reader of a trace does until the
 * trace no longer refers to them.
 */
public final class ProfileFeed implements RuntimeFeed {

  private static final int MOST_LISTS = 1 << 16;

  /** Of how many threads the rows are kept with each stack. */
  private static final int MOST_THREADS = 64;

  private static final int[] NO_ROWS = {};

  private final Clock clock;
  private final Profile.Builder profile = new Profile.Builder();
  private final ResolvedFrames frames;
  private final AddressFrames addresses;
  private final boolean positions;
  private int truncated = -1;
  private int unmanaged = -1;
  private final StackCache<Resolved> stacks = new StackCache<>();
  private final StackCache<ResolvedCallers> addressStacks = new StackCache<>();
  private final SampledThreads threads;
  private final Map<Listed, CallStack> lists = new HashMap<>();
  private final OutsideNames outside;
  private long resolutions;

  /** Names frames that are in no known method. */
  @FunctionalInterface
  public interface OutsideNames {

    /**
     * Returns the name of a frame, such as {@code <native>}.
     *
     * @param thread the thread that was sampled
     * @param address an address in the executing instruction; 0 when it is not known
     */
    String nameAt(ThreadID thread, long address);
  }

  /**
   * The nodes of a stack of addresses, in the interval in which its addresses keep their meanings.
   */
  private static final class ResolvedCallers extends StackCache.Known {
    int node;
    long from;
    long to;

    ResolvedCallers(AddressStack stack) {
      super(stack);
    }
  }

  /** A stack that older traces give as a list. */
  private record Listed(List<FunctionID> functions, boolean truncated) {}

  /** A stack of the trace, and its nodes in the interval in which its IDs keep their meanings. */
  private static final class Resolved extends StackCache.Known {

    /** The node of the leaf's caller, and that of the leaf at a position. */
    int callers;

    long leafAddress;
    int node;
    long from;
    long to;

    /** The row of each thread plus 1; 0 when it is not known yet. */
    int[] rows = NO_ROWS;

    Resolved(CallStack stack) {
      super(stack);
    }
  }

  /**
   * Creates a feed.
   *
   * @param session all other facts of the trace
   * @param clock whose samples it takes
   */
  public ProfileFeed(Session session, Clock clock, Set<FrameDetail> details) {
    this(session, clock, details, (thread, address) -> Frame.NATIVE.method());
  }

  /**
   * Creates a feed that names frames which are in no known method.
   *
   * @param session all other facts of the trace
   * @param outside called once for each distinct stack
   */
  public ProfileFeed(Session session, Clock clock, Set<FrameDetail> details, OutsideNames outside) {
    this(session, clock, details, outside, NativeSymbols.usual());
  }

  /**
   * The same; native code is named by symbols.
   *
   * @param symbols finds the symbols of the libraries that the process had
   */
  public ProfileFeed(
      Session session,
      Clock clock,
      Set<FrameDetail> details,
      OutsideNames outside,
      NativeSymbols symbols) {
    this.clock = clock;
    profile.clock(Optional.of(clock));
    threads = new SampledThreads(session, profile::thread);
    this.outside = outside;
    FrameMaker maker = new FrameMaker(session, details);
    positions = maker.hasPositions();
    frames = new ResolvedFrames(session, maker, profile::frame);
    PrecompiledFrames precompiled = new PrecompiledFrames(session, maker);
    addresses = new AddressFrames(session, precompiled, frames, symbols, profile::frame);
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
    if (clock != Clock.WALL) {
      return;
    }
    Resolved stack = resolved(sample, at);
    int thread = threads.thread(sample.thread().value(), at);
    profile.add(at, row(stack, thread), 1, sample.nanos());
  }

  @Override
  public void addressSampled(long at, AddressSample sample) {
    if (sample.clock() != clock) {
      return;
    }
    AddressStack stack = sample.stack();
    ResolvedCallers callers = addressStacks.of(stack);
    if (callers == null) {
      callers = new ResolvedCallers(stack);
      addressStacks.put(stack, callers);
      resolve(callers, sample, at);
    } else if (at < callers.from || at >= callers.to) {
      resolve(callers, sample, at);
    }
    int node = profile.stack(callers.node, addresses.frame(sample.leaf(), at));
    int thread = threads.osThread(sample.osThreadId(), at);
    profile.add(at, profile.row(thread, node), 1, sample.nanos());
  }

  private void resolve(ResolvedCallers callers, AddressSample sample, long at) {
    resolutions++;
    AddressStack stack = sample.stack();
    addresses.begin();
    int node = end(stack);
    for (int i = stack.depth() - 1; i > 0; i--) {
      node = profile.stack(node, addresses.frame(sample.executing(i), at));
    }
    callers.node = node;
    callers.from = addresses.from();
    callers.to = addresses.to();
  }

  /** Returns the node at the root of a stack: that of what is missing there, if anything is. */
  private int end(AddressStack stack) {
    int node = StackTree.NONE;
    if (stack.end() == AddressStack.End.TOO_DEEP) {
      node = truncated();
    } else if (!stack.isWhole()) {
      String reason = stack.end().name().toLowerCase(Locale.ROOT).replace('_', ' ');
      node = profile.stack(node, profile.frame(Frame.brokenOff(reason)));
    }
    return stack.lacksThrowing() ? profile.stack(node, profile.frame(Frame.LACKS_THROWING)) : node;
  }

  private int row(Resolved stack, int thread) {
    if (thread < stack.rows.length) {
      int row = stack.rows[thread] - 1;
      if (row >= 0) {
        return row;
      }
    } else if (thread < MOST_THREADS) {
      stack.rows = Arrays.copyOf(stack.rows, Math.max(thread + 1, 2 * stack.rows.length));
    }
    int row = profile.row(thread, stack.node);
    if (thread < MOST_THREADS) {
      stack.rows[thread] = row + 1;
    }
    return row;
  }

  /** A stack without positions, as older traces have it. */
  @Override
  public void stackSampled(
      long at, ThreadID thread, List<FunctionID> functions, boolean isTruncated) {
    if (clock != Clock.WALL) {
      return;
    }
    if (lists.size() == MOST_LISTS) {
      lists.clear();
    }
    CallStack stack =
        lists.computeIfAbsent(
            new Listed(functions, isTruncated),
            any ->
                new CallStack(functions, Collections.nCopies(functions.size(), 0L), isTruncated));
    stackSampled(at, new SampledStack(thread, stack, 0, 0));
  }

  private Resolved resolved(SampledStack sample, long at) {
    CallStack stack = sample.stack();
    Resolved known = stacks.of(stack);
    if (known == null) {
      known = new Resolved(stack);
      stacks.put(stack, known);
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
    CallStack stack = sample.stack();
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
        sample.stack().depth() == 0
            ? into.callers
            : profile.stack(into.callers, frame(sample, 0, at));
    into.rows = NO_ROWS;
  }

  private int frame(SampledStack sample, int place, long at) {
    long id = sample.stack().function(place).value();
    return id == 0
        ? outside(sample.thread(), sample.executing(place))
        : frames.frame(id, sample.executing(place), at);
  }

  private int truncated() {
    if (truncated < 0) {
      truncated = profile.frame(Frame.TRUNCATED);
    }
    return profile.stack(StackTree.NONE, truncated);
  }

  private int outside(ThreadID thread, long address) {
    String name = outside.nameAt(thread, address);
    if (!name.equals(Frame.NATIVE.method())) {
      return profile.frame(Frame.special(name, FrameKind.ofUnmanaged(name, "")));
    }
    if (unmanaged < 0) {
      unmanaged = profile.frame(Frame.NATIVE);
    }
    return unmanaged;
  }
}
