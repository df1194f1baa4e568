// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.option.FormatWords;
import dev.tiptoe.cli.option.GivenSymbols;
import dev.tiptoe.cli.option.ProfileFormatConverter;
import dev.tiptoe.cli.option.ValueOptions;
import dev.tiptoe.cli.option.ViewOptions;
import dev.tiptoe.cli.terminal.Counted;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Progress;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.format.ProfileFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe export}: writes the stacks of a file in the format of another tool. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the stacks of a trace, or of a profile of another tool, as a profile that other tools"
          + " open.",
      "",
      "FILE is " + FormatWords.READ + "; its contents decide, and gzip is undone.",
      "",
      "Formats: " + FormatWords.WRITTEN + "."
    })
public final class ExportCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The trace or profile; - for standard input.")
  private Path file = Path.of("");

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      required = true,
      converter = ProfileFormatConverter.class,
      completionCandidates = ProfileFormatConverter.Words.class,
      description = "The format.")
  private ProfileFormat format = ProfileFormat.SPEEDSCOPE;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "The file to write, which must not exist yet; - for standard output. Default: a file in"
              + " the working directory, named after FILE and the format, with a number where that"
              + " name is taken.")
  private Optional<Path> out = Optional.empty();

  @Option(names = "--force", description = "Replace a file that exists.")
  private boolean replaces;

  @Option(
      names = "--no-paths",
      description = "Leave out the folders in the paths of modules and source files, and in names.")
  private boolean noPaths;

  @Option(
      names = "--lines",
      description =
          "Distinguish the lines of a method, where the module's portable PDB is found (inside the"
              + " module, beside it, in --symbols) or an index of it, or the profile has them.")
  private boolean lines;

  @Mixin private ValueOptions values = new ValueOptions();

  @Mixin private ViewOptions view = new ViewOptions();

  @Mixin private GivenSymbols symbols = new GivenSymbols();

  private final Problems problems;

  private final Terminal terminal;

  public ExportCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    view.requireOrder();
    OutputFile target = OutputFile.of(out, format.extension(), file, replaces, terminal);
    try (InputFile given = InputFile.of(file, terminal)) {
      return export(given.path(), target);
    }
  }

  private int export(Path from, OutputFile target) throws IOException {
    ProfileInput input =
        ProfileInput.read(from, Trace::readForStacks, details(), values, places(), terminal);
    Profile profile = view.of(input.profile());
    if (input.isEmpty(profile, terminal)) {
      return places().exitCode(ExitCode.NO);
    }
    try (Progress progress =
        terminal.progress("writing " + target.path().getFileName(), Progress.Unit.BYTES, 0)) {
      target.write(
          stream -> format.write(profile, !noPaths, stream, progress::atShare), progress::at);
    }
    terminal.note(
        target.path()
            + ": "
            + ProfileInput.amount(profile)
            + " in "
            + Counted.of(profile.rows(), "distinct stack")
            + profile.clock().map(clock -> ", " + clock.inWords()).orElse(""));
    return places().exitCode(ExitCode.OK);
  }

  private InputPlaces places() {
    return new InputPlaces(symbols, problems);
  }

  private Set<FrameDetail> details() {
    return lines
        ? EnumSet.of(FrameDetail.SOURCE, FrameDetail.SOURCE_LINE)
        : EnumSet.of(FrameDetail.SOURCE);
  }
}
