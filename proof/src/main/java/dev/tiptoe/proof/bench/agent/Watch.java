// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench.agent;

import java.io.IOException;

/** Reads what an observer writes. Not thread-safe. */
interface Watch extends AutoCloseable {

  /** Starts counting. Calls of begin and end alternate. */
  void begin() throws IOException;

  /** Stops counting. */
  void end() throws IOException;

  /** Returns the trail, after the program has ended. */
  Trail trail() throws IOException;

  @Override
  void close() throws IOException;
}
