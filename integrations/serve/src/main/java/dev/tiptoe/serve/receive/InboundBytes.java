// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.receive;

import dev.tiptoe.serve.forward.Lane;
import dev.tiptoe.serve.message.Budget;
import dev.tiptoe.serve.message.ByteArrays;
import dev.tiptoe.serve.message.Charge;
import dev.tiptoe.serve.message.Sender;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;

/**
 * Charges the bytes of a call's message as they arrive, long before the message is whole. Not
 * thread-safe but for {@link #charge}; used by the thread of the connection.
 */
final class InboundBytes extends ServerStreamTracer {

  /** That of the current call. */
  static final Context.Key<InboundBytes> KEY = Context.key("inbound-bytes");

  /** What a part of a message takes beside its bytes, as long as the message is not whole. */
  static final int PART = 256;

  private final Budget budget;
  private final Loops loops;
  private Charge charge;
  private Runnable overflow = () -> {};
  private boolean overflown;
  private boolean handedOn;

  private InboundBytes(Budget budget, Loops loops) {
    this.budget = budget;
    this.loops = loops;
    charge = new Charge(budget, new Sender());
  }

  /** Charges messages with profiles to a budget; all others are short. */
  static Factory factory(Budget budget, Loops loops) {
    return new Factory() {
      @Override
      public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
        return method.equals(ByteArrays.EXPORT)
            ? new InboundBytes(budget, loops)
            : new ShortCall(loops);
      }
    };
  }

  Charge charge() {
    return charge;
  }

  /** Sets what runs when there is no memory for what arrives, behind what is being read. */
  void onOverflow(Runnable action) {
    overflow = action;
  }

  /** Returns whether there was no memory for a part of what arrived. */
  boolean hasOverflown() {
    return overflown;
  }

  /** Passes the charge on with the message. */
  void handOn() {
    handedOn = true;
  }

  @Override
  public void serverCallStarted(ServerCallInfo<?, ?> call) {
    Lane lane = call.getAttributes().get(ExportCalls.LANE);
    if (lane != null) {
      charge = new Charge(budget, lane.sender());
    }
  }

  @Override
  public Context filterContext(Context context) {
    return context.withValue(KEY, this);
  }

  @Override
  public void inboundWireSize(long bytes) {
    if (!overflown && !charge.grow(bytes + PART)) {
      overflown = true;
      loops.afterReading(overflow);
    }
  }

  @Override
  public void streamClosed(Status status) {
    if (!handedOn) {
      charge.release();
    }
  }
}
