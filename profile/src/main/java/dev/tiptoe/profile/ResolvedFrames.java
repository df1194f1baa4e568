// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.Interval;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The frames of FunctionIDs and addresses, each resolved once for the interval in which its ID has
 * one meaning. When an ID has another meaning at the time of a sample, it is resolved again, and
 * the new frame replaces the old one: samples come in the order of time. Not thread-safe.
 */
final class ResolvedFrames {

  /** A method's frame without a position, and the interval in which it is that of the ID. */
  private record Method(@Nullable FunctionFact fact, Frame frame, long from, long to) {

    boolean isValidAt(long time) {
      return from <= time && time < to;
    }
  }

  private final Session session;
  private final FrameMaker maker;
  private final ToIntFunction<Frame> numbers;
  private final Map<Long, Method> methods = new HashMap<>();

  /** A meaning of an ID. */
  private record Meant(long id, Interval interval) {}

  /** The frames of all meanings so far: IDs may alternate where samples come late. */
  private final Map<Meant, Frame> made = new HashMap<>();

  private @Nullable Boundaries boundaries;

  /** Open addressing by ID and address; an ID of 0 is free. */
  private long[] ids = new long[1024];

  private long[] addresses = new long[1024];
  private long[] starts = new long[1024];
  private long[] ends = new long[1024];
  private int[] frames = new int[1024];
  private int size;

  private long from;
  private long to;

  ResolvedFrames(Session session, FrameMaker maker, ToIntFunction<Frame> numbers) {
    this.session = session;
    this.maker = maker;
    this.numbers = numbers;
  }

  /** Begins a stack: what is resolved next narrows the interval in which the answers hold. */
  void begin() {
    from = Long.MIN_VALUE;
    to = Long.MAX_VALUE;
  }

  /** Returns the first time at which all frames since {@link #begin} have been the same. */
  long from() {
    return from;
  }

  /** Returns the first time at which one of the frames since {@link #begin} is another. */
  long to() {
    return to;
  }

  /**
   * Returns the number of a frame.
   *
   * @param id not 0
   * @param address an address in the executing instruction; 0 when it is not known
   */
  int frame(long id, long address, long at) {
    long place = maker.hasPositions() ? address : 0;
    int mask = ids.length - 1;
    int slot = hash(id, place) & mask;
    while (ids[slot] != 0 && (ids[slot] != id || addresses[slot] != place)) {
      slot = (slot + 1) & mask;
    }
    if (ids[slot] == 0) {
      if (size * 2L >= ids.length) {
        grow();
        return frame(id, address, at);
      }
      size++;
      ids[slot] = id;
      addresses[slot] = place;
      resolve(slot, at);
    } else if (at < starts[slot] || at >= ends[slot]) {
      resolve(slot, at);
    }
    from = Math.max(from, starts[slot]);
    to = Math.min(to, ends[slot]);
    return frames[slot];
  }

  private static int hash(long id, long address) {
    long hash = (id * 31 + address) * 0x9E3779B97F4A7C15L;
    return (int) (hash >>> 32);
  }

  private void grow() {
    long[] oldIds = ids;
    long[] oldAddresses = addresses;
    long[] oldStarts = starts;
    long[] oldEnds = ends;
    int[] oldFrames = frames;
    int length = Math.multiplyExact(ids.length, 2);
    ids = new long[length];
    addresses = new long[length];
    starts = new long[length];
    ends = new long[length];
    frames = new int[length];
    for (int i = 0; i < oldIds.length; i++) {
      if (oldIds[i] != 0) {
        int slot = hash(oldIds[i], oldAddresses[i]) & (length - 1);
        while (ids[slot] != 0) {
          slot = (slot + 1) & (length - 1);
        }
        ids[slot] = oldIds[i];
        addresses[slot] = oldAddresses[i];
        starts[slot] = oldStarts[i];
        ends[slot] = oldEnds[i];
        frames[slot] = oldFrames[i];
      }
    }
  }

  private void resolve(int slot, long at) {
    Method method = method(ids[slot], at);
    Frame frame = method.frame;
    if (addresses[slot] != 0 && method.fact != null) {
      frame = maker.at(method.fact, frame, addresses[slot]);
    }
    starts[slot] = method.from;
    ends[slot] = method.to;
    frames[slot] = numbers.applyAsInt(frame);
  }

  private Method method(long id, long at) {
    Method known = methods.get(id);
    if (known == null || !known.isValidAt(at)) {
      known = meaning(id, at);
      methods.put(id, known);
    }
    return known;
  }

  private Method meaning(long id, long at) {
    Optional<FunctionFact> fact = session.map().at(at).meaningOf(new FunctionID(id)).valid();
    if (fact.isPresent()) {
      Interval interval = fact.get().interval();
      Frame frame = made.computeIfAbsent(new Meant(id, interval), any -> maker.of(fact.get()));
      return new Method(fact.get(), frame, interval.from(), interval.to());
    }
    if (boundaries == null) {
      boundaries = new Boundaries(session.map().history().functions());
    }
    return new Method(null, Frame.UNKNOWN, boundaries.before(id, at), boundaries.after(id, at));
  }
}
