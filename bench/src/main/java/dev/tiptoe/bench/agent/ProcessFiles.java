// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import dev.tiptoe.bridge.launch.LaunchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Values from {@code /proc} about a living process. Immutable. */
final class ProcessFiles {

  private static final Pattern MOST_MEMORY = Pattern.compile("VmHWM:\\s*([0-9]+) kB");
  private static final long KIBI = 1024;

  private final Path folder;

  ProcessFiles(long pid) {
    folder = Path.of("/proc", Long.toString(pid));
  }

  /** Returns the greatest resident memory so far. */
  long mostMemory() throws IOException {
    Path status = folder.resolve("status");
    Matcher memory = MOST_MEMORY.matcher(Files.readString(status));
    if (!memory.find()) {
      throw new LaunchException(status + " has no VmHWM");
    }
    return Long.parseLong(memory.group(1)) * KIBI;
  }

  /** Returns the processor time of all its threads that live, in nanoseconds. */
  long processorNanos() throws IOException {
    try (Stream<Path> threads = Files.list(folder.resolve("task"))) {
      long nanoseconds = 0;
      for (Path thread : threads.toList()) {
        nanoseconds += nanos(thread);
      }
      return nanoseconds;
    }
  }

  private static long nanos(Path thread) throws IOException {
    String times = Files.readString(thread.resolve("schedstat"));
    return Long.parseLong(times.substring(0, times.indexOf(' ')));
  }

  /**
   * Returns the processor time of the threads that have this name now, in nanoseconds, except for
   * the process's first thread.
   */
  long processorNanos(String name) throws IOException {
    long nanoseconds = 0;
    for (Path thread : threads()) {
      try {
        if (Files.readString(thread.resolve("comm")).strip().equals(name)) {
          nanoseconds += nanos(thread);
        }
      } catch (IOException e) {
        if (Files.exists(thread)) {
          throw e;
        }
        // It has ended since: there is no such file, or no such process behind an open one.
      }
    }
    return nanoseconds;
  }

  private List<Path> threads() throws IOException {
    try (Stream<Path> threads = Files.list(folder.resolve("task"))) {
      return threads.filter(thread -> !thread.endsWith(folder.getFileName())).toList();
    }
  }
}
