// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.bridge.launch.SamplingEngine;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/**
 * {@code --cpu}, {@code --wall}, {@code --engine} and {@code --no-kernel}: what an agent samples,
 * and how.
 */
public final class EngineOptions {

  /** One of the options. */
  static final class Choice {

    @Option(
        names = "--cpu",
        description =
            "Sample the processor time of running threads by perf events of the kernel, which"
                + " stop no thread; stacks include native frames. Where the kernel does not"
                + " permit it, stacks are sampled as with --wall, and the trace and 'tiptoe"
                + " status' state the reason.")
    private boolean cpu;

    @Option(
        names = "--wall",
        description =
            "Sample the wall-clock time of all managed threads, waiting ones included, by"
                + " suspending the program for at most the share of the time that --duty sets.")
    private boolean wall;

    @Option(
        names = "--engine",
        paramLabel = "ENGINE",
        converter = EngineConverter.class,
        description =
            "perf: as --cpu; suspend: as --wall; both (the default): each engine takes samples"
                + " of its own.")
    private Optional<SamplingEngine> engine = Optional.empty();
  }

  @ArgGroup private Choice choice = new Choice();

  @Option(
      names = "--no-kernel",
      description =
          "Do not sample threads inside the kernel. Then the trace has no addresses of the kernel."
              + " In a trace that root recorded, these show where the kernel is in memory.")
  private boolean noKernel;

  /** Returns how stacks are to be sampled. */
  public SamplingEngine engine() {
    SamplingEngine otherwise = choice.engine.orElse(SamplingEngine.BOTH);
    return choice.cpu ? SamplingEngine.PERF : choice.wall ? SamplingEngine.SUSPEND : otherwise;
  }

  /** Returns whether threads are to be sampled inside the kernel. */
  public boolean kernel() {
    return !noKernel;
  }
}
