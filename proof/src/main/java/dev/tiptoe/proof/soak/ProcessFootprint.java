// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.soak;

import dev.tiptoe.proof.agent.AgentThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What the kernel tells of a process that an agent was in. Immutable.
 *
 * @param mapped whether the agent's library is mapped
 * @param threads how many threads of the agent there are
 * @param descriptors how many open descriptors there are of kinds that the agent opens: pipes,
 *     sockets, events; and traces
 * @param resident how much memory is resident, in KiB
 */
record ProcessFootprint(boolean mapped, int threads, int descriptors, long resident) {

  /** Of a process, now; nothing of one that is gone, or of which only the exit code is left. */
  static Optional<ProcessFootprint> of(long pid) throws IOException {
    Path proc = Path.of("/proc", Long.toString(pid));
    try {
      return look(pid, proc);
    } catch (IOException | UncheckedIOException e) {
      if (isGone(proc)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static Optional<ProcessFootprint> look(long pid, Path proc) throws IOException {
    OptionalLong resident = resident(proc.resolve("status"));
    if (resident.isEmpty()) {
      return Optional.empty();
    }
    AgentThreads threads = new AgentThreads(pid);
    threads.look();
    return Optional.of(
        new ProcessFootprint(
            mapped(proc), threads.met().size(), descriptors(proc), resident.getAsLong()));
  }

  /** What dies while it is read is told in many ways: by a file that is not there, or by ESRCH. */
  private static boolean isGone(Path proc) {
    try {
      return resident(proc.resolve("status")).isEmpty();
    } catch (IOException | UncheckedIOException e) {
      return true;
    }
  }

  /** Whether nothing of an agent is left. */
  boolean isEmpty() {
    return !mapped && threads == 0;
  }

  private static boolean mapped(Path proc) throws IOException {
    try (Stream<String> lines = Files.lines(proc.resolve("maps"))) {
      return lines.anyMatch(line -> line.contains("tiptoe-agent"));
    }
  }

  private static int descriptors(Path proc) {
    return (int)
        Optional.ofNullable(proc.resolve("fd").toFile().list()).stream()
            .flatMap(Arrays::stream)
            .filter(descriptor -> isOfAnAgentsKind(proc.resolve("fd").resolve(descriptor)))
            .count();
  }

  private static boolean isOfAnAgentsKind(Path descriptor) {
    try {
      String target = Files.readSymbolicLink(descriptor).toString();
      return target.contains(":[") || target.contains(Soak.TRACES);
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }

  private static OptionalLong resident(Path status) throws IOException {
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .map(line -> line.replaceAll("\\D", ""))
          .mapToLong(Long::parseLong)
          .findFirst();
    }
  }
}
