// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static java.util.Objects.requireNonNull;

/**
 * One sample of a running thread, as addresses. Their meanings follow from the facts about code and
 * images as of the sample's time. Immutable.
 *
 * @param osThreadId the operating system's ID of the thread, which need not be a managed one
 * @param stack the callers of the leaf
 * @param leaf the address of the instruction at which the thread was interrupted
 * @param engine the way in which the sample was taken
 * @param clock the time that {@code nanos} is measured by
 * @param nanos the time of the thread that this sample represents
 */
public record AddressSample(
    int osThreadId, AddressStack stack, long leaf, Engine engine, Clock clock, long nanos) {

  /** Refuses null. */
  public AddressSample {
    requireNonNull(stack, "stack");
    requireNonNull(engine, "engine");
    requireNonNull(clock, "clock");
  }

  /** A way in which the agent takes samples. */
  public enum Engine {
    /** The agent suspends the runtime and gets the stacks from it. */
    SUSPEND,
    /** The kernel copies registers and stack of a running thread; nothing is stopped. */
    PERF
  }

  /** A time that samples represent. */
  public enum Clock {
    /** Of a thread on a processor. */
    PROCESSOR("processor time"),
    /** Of the clock on the wall, waits included. */
    WALL("wall-clock time");

    private final String words;

    Clock(String words) {
      this.words = words;
    }

    /** Returns the name of the time, such as {@code processor time}. */
    public String inWords() {
      return words;
    }
  }

  /**
   * Returns an address inside the instruction that a frame was executing: for one that was
   * interrupted its position, for every other the last byte of its call.
   */
  public long executing(int frame) {
    if (frame == 0) {
      return leaf;
    }
    return stack.caller(frame) - (stack.wasInterrupted(frame) ? 0 : 1);
  }
}
