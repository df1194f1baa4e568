// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static java.util.Objects.requireNonNull;

import dev.tiptoe.resolver.id.ThreadID;

/**
 * One sample of one thread's stack. Immutable.
 *
 * @param thread the thread
 * @param stack the stack
 * @param leafIp the position of the leaf; it overrides that of the stack's first frame
 * @param nanos the time of the thread that this sample represents. All samples of a thread together
 *     represent all of its time, whatever the rate. 0 when it is not known
 */
public record SampledStack(ThreadID thread, CallStack stack, long leafIp, long nanos) {

  /** Refuses null. */
  public SampledStack {
    requireNonNull(thread, "thread");
    requireNonNull(stack, "stack");
  }

  /** Returns the position of a frame, as {@link CallStack#ip} does. */
  public long ip(int frame) {
    return frame == 0 ? leafIp : stack.ip(frame);
  }

  /**
   * Returns an address inside the instruction that a frame was executing: for the leaf its
   * position, for every other frame the last byte of its call. 0 when it is not known.
   */
  public long executing(int frame) {
    long ip = ip(frame);
    return frame == 0 || ip == 0 ? ip : ip - 1;
  }
}
