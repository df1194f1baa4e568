// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import dev.tiptoe.serve.message.Charge;
import dev.tiptoe.serve.message.Delays;
import dev.tiptoe.serve.message.Reason;
import dev.tiptoe.serve.message.RefusedException;
import dev.tiptoe.serve.message.SenderRefusal;
import dev.tiptoe.serve.metric.ProxyMetrics;
import dev.tiptoe.serve.send.BackEnd;
import dev.tiptoe.serve.send.Export;
import dev.tiptoe.serve.send.Outcome;
import dev.tiptoe.serve.setting.Limits;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Forwards messages: names their frames on the workers, sends them to the back end in the order of
 * their lanes, retries if necessary, and answers their senders. Thread-safe; never blocks except in
 * {@link #awaitEmpty}.
 *
 * <p>A sender gets a success only after the back end has accepted its message. No acknowledged
 * message is kept, so the end of this process, of whatever kind, loses nothing that was. When a
 * message is given back to its sender, so are those that wait behind it: the sender decides about
 * their order from then on.
 */
public final class Forwarder {

  private static final String MISTAKE = "a mistake of the proxy";

  private final Limits limits;
  private final BackEnd backEnd;
  private final Naming naming;
  private final Optional<DeadLetters> deadLetters;
  private final Delays delays;
  private final ProxyMetrics metrics;
  private final Notes notes;
  private final ExecutorService workers;
  private final ScheduledExecutorService timer;
  private final Slots names;
  private final Slots slots;
  private final Set<QueuedMessage> inFlight = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean away = new AtomicBoolean();
  private final Object empty = new Object();

  /**
   * Creates a forwarder.
   *
   * @param processors of how many messages the frames are named at a time
   * @param workers where that is done; as many threads
   * @param timer one thread, which hands on to the workers
   */
  public Forwarder(
      Limits limits,
      BackEnd backEnd,
      Naming naming,
      Optional<DeadLetters> deadLetters,
      Delays delays,
      ProxyMetrics metrics,
      Notes notes,
      int processors,
      ExecutorService workers,
      ScheduledExecutorService timer) {
    this.limits = limits;
    this.backEnd = backEnd;
    this.naming = naming;
    this.deadLetters = deadLetters;
    this.delays = delays;
    this.metrics = metrics;
    this.notes = notes;
    this.workers = workers;
    this.timer = timer;
    this.names = new Slots(processors, limits.naming(), workers);
    this.slots = new Slots(limits.sends(), 0, workers);
    metrics.gauge("in_flight_messages", "Messages in flight.", inFlight::size);
    metrics.gauge(
        "back_end_away", "1 while the back end does not take messages.", () -> away.get() ? 1 : 0);
  }

  /** Accepts a message. From now on the forwarder answers the sender. */
  public void accept(QueuedMessage message) {
    inFlight.add(message);
    message.lane().add(message);
    name(message, message.received().map(naming::claim).orElse(0));
  }

  /** Names a message when there is the memory for its length. */
  private void name(QueuedMessage message, int claim) {
    long needed = (long) claim * Limits.WORKING;
    names.acquire(
        message.lane().sender(),
        needed,
        () -> {
          try {
            message.received().ifPresent(received -> name(message, received, claim));
          } finally {
            names.release(needed);
          }
        });
  }

  private void name(QueuedMessage message, byte[] received, int claim) {
    Export asItCame = new Export(received, received.length, false, message.headers());
    try {
      Optional<Export> export = naming.named(received, claim, message.headers());
      if (export.isEmpty()) {
        name(message, naming.largest());
      } else if (message.charge().change(needed(export.get()))) {
        message.ready(export.get());
        advance(message.lane());
      } else {
        refuse(message, noRoom(message, needed(export.get())), asItCame);
      }
    } catch (RefusedException e) {
      refuse(message, e.refusal(), asItCame);
    } catch (RuntimeException | Error e) {
      // Whatever it is, the message must not stay. A mapped file that was cut is an InternalError.
      report(e);
      refuse(message, SenderRefusal.of(Reason.INTERNAL, MISTAKE), asItCame);
    }
  }

  private static long needed(Export export) {
    return (long) export.bytes().length + Charge.OVERHEAD;
  }

  private SenderRefusal noRoom(QueuedMessage message, long needed) {
    return message.charge().isEverPossible(needed)
        ? busy()
        : SenderRefusal.of(
            Reason.TOO_LARGE,
            "message: with names it takes " + needed + " bytes, more than one sender may have");
  }

  private void report(Throwable mistake) {
    notes.add("internal", MISTAKE + ": " + mistake);
  }

  /** Takes note that the sender of a message has gone. It is not sent again. */
  public void cancel(QueuedMessage message) {
    if (message.lane().cancel(message)) {
      end(message);
    }
  }

  private SenderRefusal busy() {
    return SenderRefusal.until(
        Reason.BUSY, "too many messages at once; send this again later", delays.forSender());
  }

  /** Sends the messages of a lane that are ready and whose turn it is. */
  private void advance(Lane lane) {
    Optional<QueuedMessage> next = lane.begin();
    while (next.isPresent()) {
      QueuedMessage message = next.get();
      slots.acquire(lane.sender(), 0, () -> attempt(message));
      next = lane.begin();
    }
  }

  /** Sends a message once. Has a slot. */
  private void attempt(QueuedMessage message) {
    long start = System.nanoTime();
    Optional<Export> export = message.export();
    if (message.isCancelled() || export.isEmpty()) {
      slots.release(0);
      end(message);
    } else if (message.times().begin() - start < 0) {
      slots.release(0);
      giveBack(message, "the back end took no message in time", message.asked());
    } else {
      long most = message.times().end() - start;
      Duration within = Duration.ofNanos(Math.min(most, limits.attempt().toNanos()));
      var unused =
          send(export.get(), within)
              .exceptionally(this::mistaken)
              .thenAcceptAsync(
                  outcome -> {
                    metrics.attempted(System.nanoTime() - start);
                    slots.release(0);
                    attempted(message, export.get(), outcome);
                  },
                  workers);
    }
  }

  private CompletableFuture<Outcome> send(Export export, Duration within) {
    try {
      return backEnd.send(export, within);
    } catch (RuntimeException | Error e) {
      return CompletableFuture.completedFuture(mistaken(e));
    }
  }

  private Outcome mistaken(Throwable mistake) {
    report(mistake);
    return new Outcome.Refused(Reason.INTERNAL.code(), Reason.INTERNAL.status(), MISTAKE);
  }

  private void attempted(QueuedMessage message, Export export, Outcome outcome) {
    if (outcome instanceof Outcome.Taken taken) {
      if (away.compareAndSet(true, false)) {
        notes.add("the back end takes messages again");
      }
      metrics.sent(export.length());
      try {
        message.taken(taken.response());
      } catch (RuntimeException | Error e) {
        report(e);
      } finally {
        end(message);
      }
    } else if (outcome instanceof Outcome.Again again) {
      if (away.compareAndSet(false, true)) {
        notes.add("away", "the back end does not take messages: " + again.why());
      }
      again(message, again);
    } else if (outcome instanceof Outcome.Refused refused) {
      notes.add("refused", "the back end refuses a message: " + refused.why());
      String text = "the back end refuses it: " + refused.why();
      refuse(
          message,
          new SenderRefusal(
              Reason.REFUSED, refused.code(), refused.status(), text, Optional.empty()),
          export);
    }
  }

  private void again(QueuedMessage message, Outcome.Again again) {
    message.setAsked(again.after());
    Duration delay = delays.before(message.failed(), again.after());
    if (message.isCancelled()) {
      end(message);
    } else if (message.times().begin() - System.nanoTime() < delay.toNanos()) {
      giveBack(message, "the back end does not take it: " + again.why(), again.after());
    } else {
      metrics.retried();
      var unused =
          timer.schedule(
              () -> slots.acquire(message.lane().sender(), 0, () -> attempt(message)),
              delay.toNanos(),
              TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Refuses a message for good, unless the refusal has a time for a retry. What is kept of it is
   * kept before its sender forgets it.
   */
  private void refuse(QueuedMessage message, SenderRefusal refusal, Export export) {
    try {
      if (refusal.again().isEmpty() && !message.isCancelled()) {
        bury(export, refusal);
      }
    } catch (RuntimeException | Error e) {
      report(e);
    } finally {
      answer(message, refusal);
      end(message);
    }
  }

  /**
   * Answers; returns whether the sender is still there. A failure there affects no other message.
   */
  private boolean answer(QueuedMessage message, SenderRefusal refusal) {
    try {
      return message.refused(refusal);
    } catch (RuntimeException | Error e) {
      report(e);
      return false;
    }
  }

  private void bury(Export export, SenderRefusal refusal) {
    if (refusal.reason() == Reason.DAMAGED) {
      notes.add("damaged", "a message cannot be read: " + refusal.text());
    }
    if (deadLetters.isPresent() && refusal.reason() != Reason.TOO_LARGE) {
      try {
        var unused =
            deadLetters.get().keep(export.bytes(), export.length(), refusal.reason().label());
      } catch (IOException e) {
        notes.add(
            "dead letters",
            deadLetters.get().folder() + ": a dead letter cannot be kept: " + e.getMessage());
      }
    }
  }

  /**
   * Gives a message back to its sender, with those behind it.
   *
   * @param asked the delay that the back end has requested
   */
  private void giveBack(QueuedMessage message, String why, Optional<Duration> asked) {
    List<QueuedMessage> behind = message.lane().takeWaiting();
    answer(message, SenderRefusal.until(Reason.AWAY, why, delays.forSender(asked)));
    for (QueuedMessage each : behind) {
      answer(each, SenderRefusal.until(Reason.AWAY, why, delays.forSender(asked)));
      each.setCancelled();
      forget(each);
    }
    end(message);
  }

  private void end(QueuedMessage message) {
    message.lane().remove(message);
    forget(message);
    advance(message.lane());
  }

  private void forget(QueuedMessage message) {
    message.charge().release();
    inFlight.remove(message);
    if (inFlight.isEmpty()) {
      synchronized (empty) {
        empty.notifyAll();
      }
    }
  }

  /** Waits until no message is in flight; returns whether that is so. */
  public boolean awaitEmpty(Duration within) {
    long end = System.nanoTime() + within.toNanos();
    synchronized (empty) {
      while (!inFlight.isEmpty()) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        try {
          TimeUnit.NANOSECONDS.timedWait(empty, left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
      return true;
    }
  }

  /** Gives all messages back to their senders; returns how many there were. */
  public int giveBackAll() {
    int count = 0;
    for (QueuedMessage message : List.copyOf(inFlight)) {
      SenderRefusal refusal =
          SenderRefusal.until(Reason.STOPPING, "the proxy ends", delays.forSender());
      if (answer(message, refusal)) {
        count++;
      }
      message.setCancelled();
    }
    return count;
  }
}
