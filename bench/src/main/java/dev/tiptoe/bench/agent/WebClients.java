// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import dev.tiptoe.bench.Timing;
import dev.tiptoe.bridge.launch.LaunchException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients of the web server, four at a time, each with a persistent connection. */
final class WebClients {

  private static final int CLIENTS = 4;

  private final URI server;

  WebClients(URI server) {
    this.server = server;
  }

  /**
   * Sends so many requests in all, for the kinds of pages in turn.
   *
   * @param pid the server's process
   * @throws IOException when the server answers wrongly
   */
  Timing ask(int requests, long pid) throws IOException {
    AtomicInteger left = new AtomicInteger(requests);
    List<Callable<Long>> clients = new ArrayList<>();
    for (int i = 0; i < Math.min(CLIENTS, requests); i++) {
      clients.add(() -> client(left));
    }
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      long processor = processorNanos(pid);
      long start = System.nanoTime();
      long checksum = 0;
      for (Future<Long> answers : threads.invokeAll(clients)) {
        checksum += answers.get();
      }
      long nanoseconds = System.nanoTime() - start;
      return new Timing(nanoseconds, requests, checksum, processorNanos(pid) - processor);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchException("interrupted");
    } catch (ExecutionException e) {
      throw new IOException("the server does not answer as it should", e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  /** Returns the sum of the status codes. */
  private long client(AtomicInteger left) throws IOException {
    long statuses = 0;
    try (WebConnection connection = new WebConnection(server)) {
      for (int number = left.getAndDecrement(); number > 0; number = left.getAndDecrement()) {
        statuses += connection.ask(number);
      }
    }
    return statuses;
  }

  /** The system counts in hundredths of a second. */
  private static long processorNanos(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .orElse(Duration.ZERO)
        .toNanos();
  }
}
