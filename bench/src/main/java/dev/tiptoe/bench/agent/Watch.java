// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import java.io.IOException;
import java.util.OptionalLong;

/** Reads what an observer writes. Not thread-safe. */
interface Watch extends AutoCloseable {

  /** Starts counting. Calls of begin and end alternate. */
  void begin() throws IOException;

  /** Stops counting. */
  void end() throws IOException;

  /**
   * Returns the processor time of an observer that is a process of its own; empty for one that has
   * threads in the program.
   */
  default OptionalLong ownNanos() throws IOException {
    return OptionalLong.empty();
  }

  /** Returns the trail, after the program has ended. */
  Trail trail() throws IOException;

  @Override
  void close() throws IOException;
}
