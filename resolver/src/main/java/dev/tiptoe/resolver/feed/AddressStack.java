// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;

/**
 * The callers of an address in a running thread, as addresses. Immutable.
 *
 * <p>Retains 8 bytes for each caller. Samples with the same callers may share one instance.
 */
public final class AddressStack {

  /** The place where a walk ended. */
  public enum End {
    /** At the thread's first frame: the stack is whole. */
    THREAD_BASE,
    /** The last frame is in no known code. */
    UNKNOWN_CODE,
    /** There is no rule how to unwind the last frame. */
    NO_RULE,
    /** The stack extends beyond the copied part. */
    BEYOND_COPY,
    /** The stack is deeper than the agent records. */
    TOO_DEEP,
    /** The rule leads to no possible caller. */
    IMPLAUSIBLE,
    /** The runtime had replaced the return address in order to stop the thread. */
    HIJACKED
  }

  private final long[] callers;
  private final End end;
  private final boolean lacksThrowing;
  private final int interrupted;

  private AddressStack(long[] callers, End end, boolean lacksThrowing, int interrupted) {
    this.callers = callers;
    this.end = end;
    this.lacksThrowing = lacksThrowing;
    this.interrupted = interrupted;
  }

  /**
   * Returns a stack with a copy of the callers.
   *
   * @param callers the leaf's caller first: the address of the instruction at which each continues
   * @param lacksThrowing whether an exception filter is on the stack, and the frames between it and
   *     the one that threw are missing
   * @param interrupted the last frame that was interrupted and was not calling: 0 is the leaf
   * @throws IllegalArgumentException when {@code interrupted} is none of the frames
   */
  public static AddressStack of(long[] callers, End end, boolean lacksThrowing, int interrupted) {
    if (interrupted < 0 || interrupted > callers.length) {
      throw new IllegalArgumentException("frame " + interrupted + " of " + (callers.length + 1));
    }
    return new AddressStack(
        callers.clone(), requireNonNull(end, "end"), lacksThrowing, interrupted);
  }

  /** Returns the number of frames, the leaf included. */
  public int depth() {
    return callers.length + 1;
  }

  /**
   * Returns the address at which a frame continues.
   *
   * @param frame at least 1: the leaf's address is the sample's
   */
  public long caller(int frame) {
    return callers[frame - 1];
  }

  /** Returns whether a frame was interrupted; all others were calling the one before. */
  public boolean wasInterrupted(int frame) {
    return frame == 0 || frame == interrupted;
  }

  /** Returns where the walk ended. */
  public End end() {
    return end;
  }

  /** Returns whether the stack reaches the thread's first frame. */
  public boolean isWhole() {
    return end == End.THREAD_BASE;
  }

  /**
   * Returns whether an exception filter is on the stack, and the frames between it and the one that
   * threw are missing.
   */
  public boolean lacksThrowing() {
    return lacksThrowing;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("AddressStack");
    Arrays.stream(callers).forEach(caller -> text.append(" 0x").append(Long.toHexString(caller)));
    text.append(' ').append(end);
    return text.append(lacksThrowing ? " filter" : "").append(' ').append(interrupted).toString();
  }
}
