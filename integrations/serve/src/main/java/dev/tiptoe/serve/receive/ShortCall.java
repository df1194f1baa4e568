// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.receive;

import io.grpc.Context;
import io.grpc.ServerStreamTracer;

/**
 * Bounds the bytes of a call that is not about profiles. They count for no budget, and such a call
 * needs no token. Used by the thread of the connection.
 */
final class ShortCall extends ServerStreamTracer {

  /** That of the current call. */
  static final Context.Key<ShortCall> KEY = Context.key("short-call");

  /** A request has less than a hundred bytes, in one part or two. */
  private static final int MOST = 4096;

  private final Loops loops;
  private Runnable overflow = () -> {};
  private long kept;
  private boolean overflown;

  ShortCall(Loops loops) {
    this.loops = loops;
  }

  /** Sets what runs when the request is too long, behind what is being read. */
  void onOverflow(Runnable action) {
    overflow = action;
  }

  @Override
  public Context filterContext(Context context) {
    return context.withValue(KEY, this);
  }

  @Override
  public void inboundWireSize(long bytes) {
    kept += bytes + InboundBytes.PART;
    if (kept > MOST && !overflown) {
      overflown = true;
      loops.afterReading(overflow);
    }
  }
}
