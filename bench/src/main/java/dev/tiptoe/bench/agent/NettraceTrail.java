// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import dev.tiptoe.trace.eventpipe.format.EventPipeEvent;
import dev.tiptoe.trace.eventpipe.format.EventPipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Counts the samples in the {@code .nettrace} file of a program that has ended, if there is one.
 * Moments are those of {@link System#nanoTime}, whose clock the runtime uses too. Mutable, not
 * thread-safe.
 */
final class NettraceTrail implements Watch {

  static final String SAMPLER = "Microsoft-DotNETCore-SampleProfiler";

  private final Path file;
  private final Turns turns = new Turns();

  NettraceTrail(Path file) {
    this.file = file;
  }

  @Override
  public void begin() {
    turns.bound(System.nanoTime());
  }

  @Override
  public void end() {
    turns.bound(System.nanoTime());
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
        if (event.get().type().provider().equals(SAMPLER) && turns.contain(event.get().ticks())) {
          samples++;
        }
      }
    }
    return Trail.of(samples, 0);
  }

  @Override
  public void close() {
    // The file is open only while it is read.
  }
}
