// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The threads of the agent in a process, found by the names that the agent gives them. Mutable, not
 * thread-safe.
 *
 * <p>A thread without a name of its own has the program's name, which may be similar.
 */
public final class AgentThreads {

  private static final String OURS = "tiptoe-";

  private final long pid;
  private final Path tasks;
  private final Set<Long> met = new HashSet<>();

  /** Creates an empty set for a process. */
  public AgentThreads(long pid) {
    this.pid = pid;
    tasks = Path.of("/proc", Long.toString(pid), "task");
  }

  /** Adds the threads that exist now. */
  public void look() {
    Optional.ofNullable(tasks.toFile().list()).stream()
        .flatMap(Arrays::stream)
        .map(Long::valueOf)
        .filter(id -> !met.contains(id))
        .filter(this::isOurs)
        .forEach(met::add);
  }

  private boolean isOurs(long id) {
    try {
      String name = name(id);
      return name.startsWith(OURS) && !name.equals(name(pid));
    } catch (IOException e) {
      return false; // the thread ended while it was read
    }
  }

  private String name(long id) throws IOException {
    return new String(Files.readAllBytes(tasks.resolve(id + "/comm")), StandardCharsets.UTF_8);
  }

  /** Returns the thread IDs of all that were found. */
  public Set<Long> met() {
    return Set.copyOf(met);
  }
}
