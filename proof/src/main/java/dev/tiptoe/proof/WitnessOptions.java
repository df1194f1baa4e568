// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of all witnesses. */
final class WitnessOptions {

  @Option(
      names = "--runtime",
      paramLabel = "DIR",
      description = "The folder of the runtime. Default: the one that the build fetches.")
  private Optional<Path> runtime = Optional.empty();

  @Option(names = "--tsv", description = "Tab-separated values, for scripts.")
  private boolean tsv;

  /**
   * Returns the runtime on which programs are run.
   *
   * @throws dev.tiptoe.bridge.launch.LaunchException when there is none
   */
  DotnetRuntime runtime(Installation installation) {
    return runtime
        .map(folder -> DotnetRuntime.in(folder, installation))
        .orElseGet(() -> DotnetRuntime.requireFetched(installation));
  }

  boolean tsv() {
    return tsv;
  }
}
