// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.bridge.launch.SnapshotCallback;
import java.util.Set;
import picocli.CommandLine.Option;

/** {@code --snapshot-at}: the callbacks in which an agent records the stack of the thread. */
public final class SnapshotOption {

  @Option(
      names = "--snapshot-at",
      paramLabel = "CALLBACK",
      split = ",",
      converter = SnapshotCallbackConverter.class,
      completionCandidates = SnapshotCallbackConverter.Words.class,
      description =
          "Also record the stack of the calling thread in these callbacks: ModuleLoadFinished,"
              + " ClassLoadFinished, JITCompilationFinished; several with commas.")
  private Set<SnapshotCallback> callbacks = Set.of();

  /** Returns the callbacks. */
  public Set<SnapshotCallback> callbacks() {
    return callbacks;
  }
}
