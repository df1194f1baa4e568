// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.launch.SnapshotCallback;
import dev.tiptoe.bridge.process.LinuxProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The parameters of an attach. Immutable.
 *
 * @param process the process
 * @param trace the file to write; it must not exist
 * @param sampleEvery the time between two samples of the stacks; zero for none
 * @param duty the part of the time, in millionths, for which the program may be paused; without one
 *     the agent decides: a hundredth
 * @param probe whether to ask the runtime which types were published before; only one that is known
 *     for it is asked
 * @param snapshotsAt the callbacks in which a thread notes its own stack, beside the samples of all
 *     stacks
 * @param maxSize how large the trace may grow, in bytes; without it a quarter of the room that is
 *     free where it is written
 * @param patience how long each answer of the runtime is waited for
 */
public record AttachRequest(
    LinuxProcess process,
    Path trace,
    Duration sampleEvery,
    Optional<Integer> duty,
    boolean probe,
    Set<SnapshotCallback> snapshotsAt,
    OptionalLong maxSize,
    Duration patience) {

  /** Copies the set. */
  public AttachRequest {
    snapshotsAt = Set.copyOf(snapshotsAt);
  }

  /** A request that leaves the duty to the agent, and wants no snapshots in callbacks. */
  public AttachRequest(
      LinuxProcess process, Path trace, Duration sampleEvery, boolean probe, Duration patience) {
    this(
        process,
        trace,
        sampleEvery,
        Optional.empty(),
        probe,
        Set.of(),
        OptionalLong.empty(),
        patience);
  }

  /** Ten seconds for an answer: an attach waits for whatever the runtime is busy with. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);
}
