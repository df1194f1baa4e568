// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.send;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A back end that receives messages over a network. Thread-safe. */
public interface BackEnd extends AutoCloseable {

  /**
   * Sends a message, once. The result never fails; it comes within the time, or shortly after.
   *
   * @param within the time for the answer
   */
  CompletableFuture<Outcome> send(Export message, Duration within);

  /** Ends all connections. */
  @Override
  void close();
}
