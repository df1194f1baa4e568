// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.bridge.launch.SamplingEngine;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** {@code --cpu}, {@code --wall} and {@code --engine}: what an agent samples, and how. */
public final class EngineOptions {

  /** One of the options. */
  static final class Choice {

    @Option(
        names = "--cpu",
        description =
            "Sample running threads only, by perf events of the kernel, which stop nothing; native"
                + " frames included. Where the kernel does not permit it, 'tiptoe status' says"
                + " why, and the stacks are sampled as with --wall.")
    private boolean cpu;

    @Option(
        names = "--wall",
        description =
            "Sample all managed threads, those that wait included, by suspending the program for"
                + " the share of --duty. The default.")
    private boolean wall;

    @Option(
        names = "--engine",
        paramLabel = "ENGINE",
        converter = EngineConverter.class,
        description = "perf: as --cpu; suspend: as --wall; both: each for itself.")
    private Optional<SamplingEngine> engine = Optional.empty();
  }

  @ArgGroup private Choice choice = new Choice();

  /** Returns how stacks are to be sampled. */
  public SamplingEngine engine() {
    return choice.engine.orElse(choice.cpu ? SamplingEngine.PERF : SamplingEngine.SUSPEND);
  }
}
