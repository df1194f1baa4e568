// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.locator.ModuleLocator;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A trace that was read to its end: the session it describes, and the statistics of the file.
 *
 * @param session the session with all facts of the trace
 * @param statistics counts of what was read and what is missing
 */
public record RecordedSession(Session session, TraceStatistics statistics) {

  /**
   * Reads the present contents of a trace.
   *
   * @throws IOException when the file cannot be read
   * @throws TraceFormatException when it is not a trace, or has a major version that this reader
   *     does not know
   */
  public static RecordedSession read(Path file) throws IOException {
    return read(file, ModuleLocator.none());
  }

  /**
   * The same, of a trace from another machine, say: the files of modules that are not at their
   * paths are looked for with a locator.
   */
  public static RecordedSession read(Path file, ModuleLocator locator) throws IOException {
    Session session = new Session(locator);
    try (TraceReader reader = TraceReader.open(file)) {
      reader.poll(session.feed());
      return new RecordedSession(session, reader.statistics());
    }
  }
}
