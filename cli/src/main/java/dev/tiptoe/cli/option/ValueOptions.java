// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** {@code --cpu}, {@code --wall} and {@code --sample-type}: which values of a file are shown. */
public final class ValueOptions {

  /** The option that names a kind of values. */
  public static final String SAMPLE_TYPE = "--sample-type";

  /** One of the options. */
  static final class Choice {

    @Option(
        names = "--cpu",
        description =
            "Samples of processor time. The default for a trace that has any; the same as"
                + " --sample-type cpu.")
    private boolean cpu;

    @Option(
        names = "--wall",
        description =
            "Samples of wall-clock time, of threads that wait, too; the same as --sample-type"
                + " wall.")
    private boolean wall;

    @Option(
        names = SAMPLE_TYPE,
        paramLabel = "NAME",
        description =
            "The kind of values to use, such as alloc_space, of a file of pprof or OTLP that has"
                + " several; of a trace, cpu or wall. Default: in pprof the file's own default,"
                + " else the last; in OTLP the first.")
    private Optional<String> sampleType = Optional.empty();
  }

  @ArgGroup private Choice choice = new Choice();

  /** Returns the kind of values; empty for the default. */
  public Optional<String> sampleType() {
    return choice.cpu ? Optional.of("cpu") : choice.wall ? Optional.of("wall") : choice.sampleType;
  }
}
