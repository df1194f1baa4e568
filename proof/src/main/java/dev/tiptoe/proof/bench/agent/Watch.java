// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench.agent;

import java.io.IOException;

/** Looks at what an observer writes. For one thread. */
interface Watch extends AutoCloseable {

  /** What is written from now on counts. Begin and end take turns. */
  void begin() throws IOException;

  /** What is written from now on does not. */
  void end() throws IOException;

  /** What counted, once the program has ended. */
  Trail trail() throws IOException;

  @Override
  void close() throws IOException;
}
