// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import dev.tiptoe.resolver.id.ThreadID;

/**
 * One sample of one thread's stack. Immutable.
 *
 * @param thread the thread
 * @param stack what was on its stack
 * @param leafIp where the leaf stood; it overrides what the stack says of its first frame
 * @param nanos the time of the thread that this look stands for: all of a thread's looks together
 *     stand for all of its time, however often there was one; 0 when that is not known
 */
public record SampledStack(ThreadID thread, CallStack stack, long leafIp, long nanos) {

  /** Where a frame stood, as {@link CallStack#ip} says. */
  public long ip(int frame) {
    return frame == 0 ? leafIp : stack.ip(frame);
  }

  /**
   * An address in the instruction that a frame was executing: for the leaf where it stood, for
   * every other the last byte of its call. 0 where it is not known.
   */
  public long executing(int frame) {
    long ip = ip(frame);
    return frame == 0 || ip == 0 ? ip : ip - 1;
  }
}
