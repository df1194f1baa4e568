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
 * The kernel's view of a process in which an agent was. Immutable.
 *
 * @param mapped whether the agent's library is mapped
 * @param threads the number of the agent's threads
 * @param descriptors the number of open descriptors of kinds that the agent opens: pipes, sockets,
 *     events; and traces
 * @param resident the resident memory in KiB
 */
record ProcessFootprint(boolean mapped, int threads, int descriptors, long resident) {

  /** Returns the present footprint of a process; empty when it has ended, even as a zombie. */
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

  /** A process that dies while it is read shows in several ways: a missing file, or ESRCH. */
  private static boolean isGone(Path proc) {
    try {
      return resident(proc.resolve("status")).isEmpty();
    } catch (IOException | UncheckedIOException e) {
      return true;
    }
  }

  /** Returns whether nothing of an agent is left. */
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
      return false; // closed in the meantime
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
