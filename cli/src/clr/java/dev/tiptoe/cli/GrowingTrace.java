// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.trace.TraceFormatException;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A trace that a program is writing, or has written.
 *
 * @param file where it is
 */
record GrowingTrace(Path file) {

  /** What is in it now; empty before its header is. */
  private Optional<TraceReader> opened() throws IOException {
    try {
      return Optional.of(TraceReader.open(file));
    } catch (NoSuchFileException | TraceFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns the IDs that were announced with a stack, as far as the trace was not yet read. */
  static List<RuntimeID> announced(TraceReader reader) throws IOException {
    List<RuntimeID> announced = new ArrayList<>();
    var ignored =
        reader.poll(
            new RuntimeFeed() {
              @Override
              public void announcedFrom(long at, RuntimeID id, ThreadID on, CallStack stack) {
                announced.add(id);
              }
            });
    return announced;
  }

  /** Whether so many stacks, at least, are in it now. */
  boolean hasStacks(int wanted) throws IOException {
    Optional<TraceReader> opened = opened();
    if (opened.isEmpty()) {
      return false;
    }
    try (TraceReader reader = opened.get()) {
      reader.poll(new RuntimeFeed() {});
      return reader.statistics().stacks(Clock.WALL) >= wanted;
    }
  }

  /** The statistics of what is in it now. */
  TraceStatistics statistics() throws IOException {
    try (TraceReader reader = TraceReader.open(file)) {
      reader.poll(new RuntimeFeed() {});
      return reader.statistics();
    }
  }

  /** The program that writes it. */
  ProcessHandle program() throws IOException {
    try (TraceReader reader = TraceReader.open(file)) {
      return ProcessHandle.of(reader.header().pid()).orElseThrow();
    }
  }
}
