// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench.agent;

import dev.tiptoe.trace.eventpipe.EventPipeEvent;
import dev.tiptoe.trace.eventpipe.EventPipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Counts the samples in the {@code .nettrace} file of a program that has ended, if there is one.
 * Moments are those of {@link System#nanoTime}, whose clock the runtime uses too. Mutable, not
 * thread-safe.
 */
final class NettraceTrail implements Watch {

  static final String SAMPLER = "Microsoft-DotNETCore-SampleProfiler";

  private final Path file;
  private final List<Long> bounds = new ArrayList<>(); // from, to, from, to, and so on

  NettraceTrail(Path file) {
    this.file = file;
  }

  @Override
  public void begin() {
    bounds.add(System.nanoTime());
  }

  @Override
  public void end() {
    bounds.add(System.nanoTime());
  }

  @Override
  public Trail trail() throws IOException {
    if (!Files.exists(file)) {
      return Trail.NONE;
    }
    long samples = 0;
    try (EventPipeReader reader = EventPipeReader.open(file)) {
      for (Optional<EventPipeEvent> event = reader.next();
          event.isPresent();
          event = reader.next()) {
        if (event.get().type().provider().equals(SAMPLER) && counts(event.get().ticks())) {
          samples++;
        }
      }
    }
    return Trail.of(samples, 0);
  }

  private boolean counts(long at) {
    int past = 0;
    while (past < bounds.size() && at - bounds.get(past) >= 0) {
      past++;
    }
    return past % 2 == 1;
  }

  @Override
  public void close() {
    // The file is open only while it is read.
  }
}
