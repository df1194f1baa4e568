// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Counts SIGINT, SIGTERM and SIGHUP. The first of them ends a command after a clean-up, the second
 * at once. Thread-safe only between the command's thread and those that signals run on.
 */
public final class Stopping {

  /** Work that may wait long, and stops when its thread is interrupted. */
  interface Work<T> {
    /** Does the work. */
    T run() throws IOException;
  }

  /** How soon a running command checks for a signal. */
  private static final long TO_LOOK_MILLIS = 700;

  /** Signals that come within this time count as one. */
  private static final long AT_ONCE_MILLIS = 300;

  /** How soon a command ends after the second signal. */
  private static final long TO_END_MILLIS = 1000;

  private final Semaphore signals = new Semaphore(0);
  private Optional<Thread> interrupted = Optional.empty();
  private Optional<Runnable> unblocking = Optional.empty();
  private Optional<Runnable> lastResort = Optional.empty();
  private int received;
  private long last;

  private Stopping() {}

  /** Creates an instance that counts from now on. */
  public static Stopping atSignals() {
    Stopping stopping = new Stopping();
    Interrupts.to(stopping::signal);
    return stopping;
  }

  private void signal() {
    Optional<Thread> waiting;
    synchronized (this) {
      // A terminal that is closed sends two signals at once, which count as one.
      long now = System.nanoTime();
      if (received > 0 && now - last < TimeUnit.MILLISECONDS.toNanos(AT_ONCE_MILLIS)) {
        return;
      }
      last = now;
      received++;
      if (received > 1) {
        lastResort.ifPresent(action -> after(TO_END_MILLIS, action));
      }
      unblocking.ifPresent(action -> after(TO_LOOK_MILLIS, () -> unblock(action)));
      waiting = interrupted;
    }
    signals.release();
    // This may wait for the thread, because it closes what the thread reads or writes.
    waiting.ifPresent(Thread::interrupt);
  }

  private static void after(long millis, Runnable action) {
    CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(action);
  }

  private void unblock(Runnable action) {
    if (signals.availablePermits() > 0) {
      action.run();
    }
  }

  /**
   * Sets an action for another thread to run when a signal came and {@link #await} does not notice
   * it.
   */
  synchronized void unblockBy(Runnable action) {
    unblocking = Optional.of(action);
  }

  /**
   * Sets an action for another thread to run when the command has not ended after a second signal.
   */
  public synchronized void endBy(Runnable action) {
    lastResort = Optional.of(action);
  }

  /**
   * Does some work, and interrupts it when a signal comes. The thread is not interrupted
   * afterwards.
   */
  <T> T interrupting(Work<T> work) throws IOException {
    setInterrupted(Optional.of(Thread.currentThread()));
    try {
      return work.run();
    } finally {
      setInterrupted(Optional.empty());
      boolean ignored = Thread.interrupted();
    }
  }

  private synchronized void setInterrupted(Optional<Thread> thread) {
    interrupted = thread;
  }

  /**
   * Waits for so long, or for the next signal. Returns whether one came, which then is no longer
   * counted.
   */
  public boolean await(Duration time) {
    try {
      return signals.tryAcquire(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
