// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.launch.SamplingEngine;
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
 * @param sampleEvery the time between two samples of the stacks; zero for no sampling
 * @param duty the part of the time, in millionths, for which the program may be paused; empty for
 *     the agent's default, a hundredth
 * @param engine how stacks are sampled
 * @param kernel whether samples by perf events have the kernel's part, where that is permitted
 * @param probe whether to ask the runtime which types were published before; the agent does so only
 *     on runtimes on which this was tested
 * @param snapshotsAt the callbacks in which the stack of the calling thread is recorded, in
 *     addition to the samples
 * @param maxSize the greatest size of the trace in bytes; empty for a quarter of the free space
 *     where it is written
 * @param patience how long to wait for each answer of the runtime
 */
public record AttachRequest(
    LinuxProcess process,
    Path trace,
    Duration sampleEvery,
    Optional<Integer> duty,
    SamplingEngine engine,
    boolean kernel,
    boolean probe,
    Set<SnapshotCallback> snapshotsAt,
    OptionalLong maxSize,
    Duration patience) {

  /** Copies the set. */
  public AttachRequest {
    snapshotsAt = Set.copyOf(snapshotsAt);
  }

  /** Creates a request for an agent that samples the kernel's part, too. */
  public AttachRequest(
      LinuxProcess process,
      Path trace,
      Duration sampleEvery,
      Optional<Integer> duty,
      SamplingEngine engine,
      boolean probe,
      Set<SnapshotCallback> snapshotsAt,
      OptionalLong maxSize,
      Duration patience) {
    this(process, trace, sampleEvery, duty, engine, true, probe, snapshotsAt, maxSize, patience);
  }

  /** Creates a request for an agent that samples by suspending. */
  public AttachRequest(
      LinuxProcess process,
      Path trace,
      Duration sampleEvery,
      Optional<Integer> duty,
      boolean probe,
      Set<SnapshotCallback> snapshotsAt,
      OptionalLong maxSize,
      Duration patience) {
    this(
        process,
        trace,
        sampleEvery,
        duty,
        SamplingEngine.SUSPEND,
        probe,
        snapshotsAt,
        maxSize,
        patience);
  }

  /** Creates a request with the agent's default duty and no snapshots in callbacks. */
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

  /**
   * The default of {@link #patience}. It is long because the runtime attaches only after what it is
   * busy with.
   */
  public static final Duration PATIENCE = Duration.ofSeconds(10);
}
