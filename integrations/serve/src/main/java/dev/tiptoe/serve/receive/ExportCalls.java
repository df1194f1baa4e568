// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.receive;

import dev.tiptoe.serve.forward.Lane;
import dev.tiptoe.serve.forward.QueuedMessage;
import dev.tiptoe.serve.forward.Reply;
import dev.tiptoe.serve.message.Reason;
import dev.tiptoe.serve.message.Sender;
import dev.tiptoe.serve.message.SenderRefusal;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Takes the calls of ProfilesService.Export. Thread-safe. */
final class ExportCalls implements ServerCallHandler<byte[], byte[]> {

  /** The lane of a connection. */
  static final Attributes.Key<Lane> LANE = Attributes.Key.create("lane");

  private static final String PROTOCOL = "grpc";
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  private final Gate gate;

  ExportCalls(Gate gate) {
    this.gate = gate;
  }

  @Override
  public ServerCall.Listener<byte[]> startCall(ServerCall<byte[], byte[]> call, Metadata headers) {
    UnaryOperator<@Nullable String> header =
        name -> headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
    InboundBytes inbound = InboundBytes.KEY.get();
    Receiving receiving = new Receiving(call, inbound, gate.passed(header));
    Optional<SenderRefusal> refusal = gate.refusal(header, inbound.charge());
    if (refusal.isPresent()) {
      receiving.stop(refusal.get());
      return new ServerCall.Listener<>() {};
    }
    receiving.begin();
    return receiving;
  }

  /**
   * The state of a call. The thread that moves it from a state that allows an answer to the next
   * one answers the call.
   */
  private enum State {
    RECEIVING,
    FORWARDING,
    ANSWERED
  }

  /** A call whose message arrives, is forwarded and answered. */
  private final class Receiving extends ServerCall.Listener<byte[]> implements Reply {

    private final ServerCall<byte[], byte[]> call;
    private final InboundBytes inbound;
    private final Map<String, String> passed;
    private final Lane lane;
    private final Optional<Duration> left;
    private final AtomicReference<State> state = new AtomicReference<>(State.RECEIVING);
    private byte @Nullable [] received;
    private @Nullable QueuedMessage message;
    private @Nullable Future<?> tooLate;

    Receiving(ServerCall<byte[], byte[]> call, InboundBytes inbound, Map<String, String> passed) {
      this.call = call;
      this.inbound = inbound;
      this.passed = passed;
      Lane ofConnection = call.getAttributes().get(LANE);
      this.lane = ofConnection == null ? new Lane(new Sender(), 1) : ofConnection;
      Deadline deadline = Context.current().getDeadline();
      this.left =
          Optional.ofNullable(deadline)
              .map(time -> Duration.ofNanos(time.timeRemaining(TimeUnit.NANOSECONDS)));
    }

    void begin() {
      tooLate =
          gate.timer().schedule(() -> stop(gate.slow()), gate.receiveNanos(), TimeUnit.NANOSECONDS);
      inbound.onOverflow(() -> stop(gate.busy()));
      // Two, to notice that there is a second.
      call.request(2);
    }

    @Override
    public void onMessage(byte[] bytes) {
      if (received != null) {
        stop(SenderRefusal.of(Reason.DAMAGED, "a call has one message"));
      }
      received = bytes;
    }

    @Override
    public void onHalfClose() {
      stopTimer();
      byte[] bytes = received;
      received = null;
      if (bytes == null) {
        stop(SenderRefusal.of(Reason.DAMAGED, "the call has no message"));
      } else if (inbound.hasOverflown()) {
        stop(gate.busy());
      } else if (state.compareAndSet(State.RECEIVING, State.FORWARDING)) {
        gate.metrics().received(PROTOCOL, bytes.length);
        inbound.handOn();
        QueuedMessage taken =
            new QueuedMessage(lane, bytes, passed, inbound.charge(), gate.times(left), this);
        message = taken;
        gate.forwarder().accept(taken);
      }
    }

    @Override
    public void onCancel() {
      stopTimer();
      received = null;
      if (state.getAndSet(State.ANSWERED) != State.ANSWERED) {
        gate.metrics().answered(PROTOCOL, "cancelled");
      }
      QueuedMessage taken = message;
      if (taken != null) {
        gate.forwarder().cancel(taken);
      }
    }

    private void stopTimer() {
      Future<?> timer = tooLate;
      if (timer != null) {
        timer.cancel(false);
      }
    }

    /** Refuses a message that is not forwarded yet. */
    void stop(SenderRefusal refusal) {
      if (state.compareAndSet(State.RECEIVING, State.ANSWERED)) {
        stopTimer();
        close(refusal);
      }
    }

    @Override
    public void taken(byte[] response) {
      if (state.compareAndSet(State.FORWARDING, State.ANSWERED)) {
        gate.metrics().answered(PROTOCOL, "taken");
        call.sendHeaders(new Metadata());
        call.sendMessage(response);
        call.close(Status.OK, new Metadata());
      }
    }

    @Override
    public void refused(SenderRefusal refusal) {
      if (state.compareAndSet(State.FORWARDING, State.ANSWERED)) {
        close(refusal);
      }
    }

    private void close(SenderRefusal refusal) {
      gate.metrics().answered(PROTOCOL, refusal.reason().label());
      Metadata trailers = new Metadata();
      trailers.put(DETAILS, refusal.toStatus());
      call.close(Status.fromCodeValue(refusal.code()).withDescription(refusal.text()), trailers);
    }
  }
}
