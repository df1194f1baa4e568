// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Runs many calls at the same time, each of which may take long. Stateless. */
final class AllAtOnce {

  /** The number of threads, and so of questions that can be waiting for an answer. */
  private static final int MOST = 512;

  private AllAtOnce() {}

  /**
   * Returns the answers in the order of the questions.
   *
   * @param late gives the answer for a question that was not answered in time, or not at all
   * @param time for all of them together
   */
  static <Q, A> List<A> ask(
      List<Q> questions, Function<Q, A> asking, Function<Q, A> late, Duration time)
      throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(Math.min(MOST, questions.size() + 1));
    try {
      List<Callable<A>> tasks = new ArrayList<>();
      questions.forEach(question -> tasks.add(() -> asking.apply(question)));
      List<Future<A>> answers = threads.invokeAll(tasks, time.toMillis(), TimeUnit.MILLISECONDS);
      List<A> all = new ArrayList<>();
      for (int i = 0; i < answers.size(); i++) {
        all.add(answer(answers.get(i), questions.get(i), late));
      }
      return all;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    } finally {
      threads.shutdownNow();
    }
  }

  private static <Q, A> A answer(Future<A> answer, Q question, Function<Q, A> late)
      throws InterruptedException {
    try {
      return answer.get();
    } catch (CancellationException | ExecutionException e) {
      // A call that fails, for want of memory for example, must not affect the others.
      return late.apply(question);
    }
  }
}
