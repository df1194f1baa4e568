// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code --sample-every} and {@code --duty}: how an agent that is attached samples stacks. */
public final class SamplingOptions {

  @Option(
      names = "--sample-every",
      paramLabel = "TIME",
      defaultValue = "10ms",
      description =
          "Time between two samples of the stacks, such as 10ms or 1s; 0 for none. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration sampleEvery = Duration.ofMillis(10);

  @Option(
      names = "--duty",
      paramLabel = "PERCENT",
      converter = DutyConverter.class,
      description =
          "The share of the time that the program may be paused, such as 1 or 0.5. Default: 1.")
  private Optional<Integer> duty = Optional.empty();

  /** Returns the time between two samples; zero for none. */
  public Duration period() {
    return sampleEvery;
  }

  /**
   * Returns the share of the time that the program may be paused, in millionths; or the default.
   */
  public Optional<Integer> duty() {
    return duty;
  }
}
