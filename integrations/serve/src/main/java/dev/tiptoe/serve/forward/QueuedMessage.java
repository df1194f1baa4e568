// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import dev.tiptoe.serve.message.Charge;
import dev.tiptoe.serve.message.SenderRefusal;
import dev.tiptoe.serve.send.Export;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A message on its way from a sender to the back end. Its state is guarded by its lane. */
public final class QueuedMessage {

  private final Lane lane;
  private final Map<String, String> headers;
  private final Charge charge;
  private final Reply reply;
  private final Times times;
  private final AtomicBoolean answered = new AtomicBoolean();

  private byte @Nullable [] received;
  private @Nullable Export export;
  private boolean cancelled;
  private int failed;
  private Optional<Duration> asked = Optional.empty();

  /**
   * Creates a message.
   *
   * @param lane that of its sender
   * @param received its bytes, compressed with gzip or not
   * @param headers what is passed on
   * @param charge the memory of it, which is released at its end
   * @param times until when it is sent
   * @param reply answers the sender
   */
  public QueuedMessage(
      Lane lane,
      byte[] received,
      Map<String, String> headers,
      Charge charge,
      Times times,
      Reply reply) {
    this.lane = lane;
    this.received = received;
    this.headers = headers;
    this.charge = charge;
    this.times = times;
    this.reply = reply;
  }

  Lane lane() {
    return lane;
  }

  Charge charge() {
    return charge;
  }

  Times times() {
    return times;
  }

  /** Returns the bytes as they were received; empty once it is named or cancelled. */
  Optional<byte[]> received() {
    synchronized (lane) {
      return Optional.ofNullable(received);
    }
  }

  Map<String, String> headers() {
    return headers;
  }

  void ready(Export named) {
    synchronized (lane) {
      received = null;
      export = named;
    }
  }

  Optional<Export> export() {
    synchronized (lane) {
      return Optional.ofNullable(export);
    }
  }

  /** Marks that no sender waits for it any more, and releases its bytes. */
  void setCancelled() {
    synchronized (lane) {
      cancelled = true;
      received = null;
      export = null;
    }
  }

  boolean isCancelled() {
    synchronized (lane) {
      return cancelled;
    }
  }

  /** Counts a failed attempt; returns how many there were. */
  int failed() {
    synchronized (lane) {
      return ++failed;
    }
  }

  /** Sets the delay that the back end has requested. */
  void setAsked(Optional<Duration> time) {
    synchronized (lane) {
      asked = time;
    }
  }

  /** Returns the delay that the back end requested at the last attempt. */
  Optional<Duration> asked() {
    synchronized (lane) {
      return asked;
    }
  }

  /** Answers the sender that the back end has taken it, unless it has gone; returns whether. */
  boolean taken(byte[] response) {
    boolean first = isFirstAnswer();
    if (first) {
      reply.taken(response);
    }
    return first;
  }

  /** Answers the sender that it was not taken, unless it has gone; returns whether. */
  boolean refused(SenderRefusal refusal) {
    boolean first = isFirstAnswer();
    if (first) {
      reply.refused(refusal);
    }
    return first;
  }

  private boolean isFirstAnswer() {
    return !isCancelled() && answered.compareAndSet(false, true);
  }
}
