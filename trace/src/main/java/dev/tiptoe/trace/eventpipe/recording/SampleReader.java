// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.trace.eventpipe.format.EventPipeEvent;
import dev.tiptoe.trace.eventpipe.format.EventPipeFormatException;
import dev.tiptoe.trace.eventpipe.format.EventPipeReader;
import dev.tiptoe.trace.eventpipe.format.EventPipeStack;
import dev.tiptoe.trace.eventpipe.format.EventType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Passes the samples in a file to a feed, as stacks of methods.
 *
 * <p>A frame in code of no known method keeps its address; several of those in a row become one,
 * unless they have names. Mutable, not thread-safe. Samples of the same stack share one {@link
 * CallStack} while that is cached.
 */
final class SampleReader {

  private static final String UNIVERSAL = "Universal.Events";

  /** The limit of frames in cached stacks. */
  private static final int MOST_FRAMES = 1 << 20;

  private static final int MOST_NEWEST = 1 << 12;

  private static final FunctionID NONE = new FunctionID(0);

  /** What a stack is in the file. */
  private static final class Key {
    final long process;
    final boolean external;
    final long[] addresses;
    private final int hash;

    Key(long process, boolean external, long[] addresses) {
      this.process = process;
      this.external = external;
      this.addresses = addresses;
      this.hash = 31 * Arrays.hashCode(addresses) + Long.hashCode(process);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key
          && process == key.process
          && external == key.external
          && Arrays.equals(addresses, key.addresses);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /**
   * A stack of methods.
   *
   * @param process the process
   * @param frames the number of frames in the file
   * @param unknown the number of those in code of which nothing is known
   * @param lasts whether the same addresses are the same methods at any time
   */
  private record Made(CallStack stack, long process, int frames, int unknown, boolean lasts) {}

  private final EventPipeRecording recording;
  private final CodeAddresses code;
  private final Map<Key, Made> stacks = new HashMap<>();

  /** The newest of them by what the reader returns, of managed and of native samples. */
  private final List<Map<EventPipeStack, Made>> newest =
      List.of(new IdentityHashMap<>(), new IdentityHashMap<>());

  private int frames;
  private long samples;
  private long allFrames;
  private long unknownFrames;

  SampleReader(EventPipeRecording recording, CodeAddresses code) {
    this.recording = recording;
    this.code = code;
  }

  /** Returns the number of samples that were passed on. */
  long samples() {
    return samples;
  }

  /** Returns the number of frames in them. */
  long frames() {
    return allFrames;
  }

  /** Returns the number of frames in code of which nothing is known. */
  long unknownFrames() {
    return unknownFrames;
  }

  /** Passes all remaining samples of {@code reader}, or those before the first damage. */
  void passTo(EventPipeReader reader, RuntimeFeed feed) throws IOException {
    try {
      for (var next = reader.next(); next.isPresent(); next = reader.next()) {
        EventPipeEvent event = next.get();
        if (SampleMarks.isSample(event) || isUniversal(event.type())) {
          pass(event, feed);
        }
      }
    } catch (EventPipeFormatException damaged) {
      // The recording says so; what is before it counts.
    }
  }

  private static boolean isUniversal(EventType type) {
    return type.provider().equals(UNIVERSAL) && !type.name().equals("cswitch");
  }

  private void pass(EventPipeEvent event, RuntimeFeed feed) {
    EventPipeStack stack = event.stack();
    if (stack.size() == 0) {
      return;
    }
    long at = recording.header().nanosSinceBegin(event.ticks());
    boolean external = SampleMarks.isSample(event) && recording.marks().isNative(event);
    Made made = stack(event.thread().processId(), external, stack, at);
    CallStack known = made.stack;
    samples++;
    allFrames += made.frames;
    unknownFrames += made.unknown;
    ThreadID thread = recording.met(event.thread(), at, feed);
    feed.stackSampled(at, new SampledStack(thread, known, known.ip(0), 0));
  }

  private Made stack(long process, boolean external, EventPipeStack stack, long at) {
    Map<EventPipeStack, Made> known = newest.get(external ? 1 : 0);
    Made made = known.get(stack);
    if (made == null || made.process != process) {
      made = content(process, external, stack, at);
      if (known.size() == MOST_NEWEST) {
        known.clear();
      }
      if (made.lasts()) {
        known.put(stack, made);
      }
    }
    return made;
  }

  private Made content(long process, boolean external, EventPipeStack stack, long at) {
    long[] addresses = new long[stack.size()];
    boolean changes = false;
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = stack.address(i);
      changes |= code.mayChange(addresses[i]);
    }
    Key key = new Key(process, external, addresses);
    if (changes) {
      return made(key, at, false);
    }
    Made known = stacks.get(key);
    if (known == null) {
      known = made(key, at, true);
      frames += addresses.length;
      if (frames > MOST_FRAMES) {
        stacks.clear();
        frames = addresses.length;
      }
      stacks.put(key, known);
    }
    return known;
  }

  private Made made(Key key, long at, boolean lasts) {
    List<FunctionID> functions = new ArrayList<>();
    List<Long> ips = new ArrayList<>();
    if (key.external) {
      functions.add(NONE);
      ips.add(0L);
    }
    int unknowns = 0;
    boolean unknownBefore = false;
    for (long address : key.addresses) {
      // A return address may lie behind the code of the method that called.
      long executing = functions.isEmpty() ? address : address - 1;
      FunctionID function = recording.isMain(key.process) ? code.at(executing, at) : NONE;
      boolean unknown = function.isNone() && recording.nameAt(key.process, executing).isEmpty();
      unknowns += unknown ? 1 : 0;
      if (!unknown || !unknownBefore) {
        functions.add(function);
        ips.add(address);
      }
      unknownBefore = unknown;
    }
    CallStack stack = new CallStack(functions, ips, false);
    return new Made(stack, key.process, key.addresses.length, unknowns, lasts);
  }
}
