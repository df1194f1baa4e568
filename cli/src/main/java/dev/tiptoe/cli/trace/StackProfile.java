// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.ThreadFact;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;

/** The stacks of a trace by thread, each thread as a tree of calls. */
final class StackProfile implements RuntimeFeed {

  private static final String TRUNCATED = "<deeper than recorded>";

  /** The limit of frames in all trees, of which each takes some 160 bytes. */
  private static final int MOST_FRAMES = 1 << 20;

  /** The limit of stacks whose place in the tree is cached. */
  private static final int MOST_CACHED = 1 << 16;

  private final RuntimeIdMap map;
  private final FrameTexts frames;
  private final boolean lastingStacks;

  /** The thread of each ID, and where its stacks ended in its tree, while the stacks last. */
  private final Map<ThreadID, Map<CallStack, CallTree>> leaves = new HashMap<>();

  private int cached;
  private final CallTree.Room room = new CallTree.Room(MOST_FRAMES);
  private long cut;
  private final Map<SampledThread, CallTree> threads = new LinkedHashMap<>();
  private long stacks;

  private StackProfile(Trace trace, FrameTexts frames) {
    this.map = trace.map();
    this.lastingStacks = trace.hasLastingStacks();
    this.frames = frames;
  }

  /** Reads the stacks of a trace; frames have only the names of methods. */
  static StackProfile of(Trace trace) throws IOException {
    return of(trace, new FrameTexts(trace, Set.of()));
  }

  /** Reads the stacks of a trace, with these texts for frames. */
  static StackProfile of(Trace trace, FrameTexts frames) throws IOException {
    StackProfile profile = new StackProfile(trace, frames);
    trace.replay(profile);
    return profile;
  }

  @Override
  public void stackSampled(long at, SampledStack sample) {
    CallStack stack = sample.stack();
    if (!lastingStacks) {
      CallTree ignored =
          add(at, sample.thread(), stack.functions(), stack.truncated(), sample::executing);
      return;
    }
    Map<CallStack, CallTree> known =
        leaves.computeIfAbsent(sample.thread(), any -> new IdentityHashMap<>());
    CallTree leaf = known.get(stack);
    if (leaf != null) {
      leaf.again();
      stacks++;
      return;
    }
    leaf = add(at, sample.thread(), stack.functions(), stack.truncated(), sample::executing);
    if (++cached > MOST_CACHED) {
      leaves.clear();
      cached = 0;
    } else {
      known.put(stack, leaf);
    }
  }

  @Override
  public void stackSampled(
      long at, ThreadID thread, List<FunctionID> functions, boolean truncated) {
    CallTree ignored = add(at, thread, functions, truncated, frame -> 0);
  }

  /** Adds a stack, and returns where it ends in the tree of its thread. */
  private CallTree add(
      long at,
      ThreadID thread,
      List<FunctionID> functions,
      boolean truncated,
      IntToLongFunction addresses) {
    List<String> texts = new ArrayList<>();
    if (truncated) {
      texts.add(TRUNCATED);
    }
    for (int i = functions.size() - 1; i >= 0; i--) {
      texts.add(frames.of(thread, functions.get(i), addresses.applyAsLong(i), at));
    }
    stacks++;
    CallTree tree = threads.computeIfAbsent(sampled(thread, at), it -> new CallTree(it.name));
    CallTree leaf = tree.add(texts, room);
    if (leaf.depth() < texts.size()) {
      cut++;
    }
    return leaf;
  }

  /** A thread, distinct from others that have the same name or had the same ID. */
  private record SampledThread(ThreadID id, int osThreadId, String name) {

    String nameAndId() {
      return name + " (" + (osThreadId == 0 ? id : Integer.toUnsignedString(osThreadId)) + ")";
    }
  }

  private SampledThread sampled(ThreadID id, long at) {
    return map.at(at)
        .meaningOf(id)
        .valid()
        .map(thread -> new SampledThread(id, thread.osThreadId(), nameOf(thread)))
        .orElseGet(() -> new SampledThread(id, 0, "thread " + id));
  }

  private static String nameOf(ThreadFact thread) {
    if (!thread.anyName().isEmpty()) {
      return thread.anyName();
    }
    return "thread " + (thread.osThreadId() == 0 ? thread.id() : thread.osThreadId());
  }

  /** Returns the number of distinct stacks that are cut, because there is no room for all. */
  long cutStacks() {
    return cut;
  }

  /** Returns the number of stacks in total. */
  long stacks() {
    return stacks;
  }

  /**
   * Returns one tree for each thread, the thread with the most stacks first. Its name is the
   * thread's; where several threads have the same name, the operating system's ID is added.
   */
  List<CallTree> threads() {
    Map<String, Long> bearers =
        threads.keySet().stream()
            .collect(Collectors.groupingBy(SampledThread::name, Collectors.counting()));
    return threads.entrySet().stream()
        .map(
            it -> {
              SampledThread thread = it.getKey();
              boolean unique = bearers.getOrDefault(thread.name(), 0L) == 1;
              return it.getValue().renamed(unique ? thread.name() : thread.nameAndId());
            })
        .sorted(Comparator.comparingLong(CallTree::count).reversed().thenComparing(CallTree::name))
        .toList();
  }
}
