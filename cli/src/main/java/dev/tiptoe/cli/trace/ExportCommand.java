// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.option.ExportFormatConverter;
import dev.tiptoe.cli.option.ModuleFolders;
import dev.tiptoe.cli.option.SymbolPlaces;
import dev.tiptoe.cli.option.ValueOptions;
import dev.tiptoe.cli.option.ViewOptions;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Progress;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.export.ExportFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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
      "FILE is a trace, a .nettrace file, a profile of pprof or OTLP, or collapsed stacks; its"
          + " contents decide, and gzip is undone.",
      "",
      "Formats: collapsed (flamegraph.pl and others), speedscope (speedscope.app), pprof (go tool"
          + " pprof, Pyroscope), firefox (profiler.firefox.com), chrome (Perfetto,"
          + " chrome://tracing), otlp (OpenTelemetry 1.11: a ProfilesData message), jfr (JDK"
          + " Mission Control, jfr print), html (the page of tiptoe view), svg (a flame graph as a"
          + " picture)."
    })
public final class ExportCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The trace or profile.")
  private Path file = Path.of("");

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      required = true,
      converter = ExportFormatConverter.class,
      completionCandidates = ExportFormatConverter.Words.class,
      description = "The format.")
  private ExportFormat format = ExportFormat.SPEEDSCOPE;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "The file to write; /dev/stdout for a pipe. Default: a file in the working directory,"
              + " named after FILE and the format.")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--no-paths",
      description = "Leave out the folders in the paths of modules and source files, and in names.")
  private boolean noPaths;

  @Option(
      names = "--lines",
      description =
          "Distinguish the lines of a method, where the module's portable PDB is inside the module"
              + " or beside it, or the profile has them.")
  private boolean lines;

  @Mixin private ValueOptions values = new ValueOptions();

  @Mixin private ViewOptions view = new ViewOptions();

  @Mixin private ModuleFolders folders = new ModuleFolders();

  @Mixin private SymbolPlaces symbols = new SymbolPlaces();

  private final Problems problems;

  private final Terminal terminal;

  public ExportCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  @SuppressWarnings("try") // the progress shows the time while it is open
  public Integer call() throws IOException {
    Path target = out.orElseGet(this::byDefault);
    Path folder = target.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new IOException(target + ": its folder does not exist");
    }
    Profile profile =
        view.of(
            ProfileInput.read(file, Trace::readForStacks, details(), values, places(), terminal)
                .profile());
    if (profile.rows() == 0) {
      terminal.note(file + ": there are no such stacks; nothing was written");
      return ExitCode.NO;
    }
    if (Files.exists(target) && Files.isSameFile(file, target)) {
      throw new IOException(target + ": this is the file that was read; name another with --out");
    }
    try (Progress ignored =
        terminal.progress("writing " + target.getFileName(), Progress.Unit.TIME, 0)) {
      write(profile, target);
    }
    terminal.note(
        target
            + ": "
            + profile.totalCount()
            + " "
            + (profile.countUnit().equals("count") ? profile.countType() : profile.countUnit())
            + " in "
            + profile.rows()
            + " distinct stacks"
            + profile.clock().map(clock -> ", " + clock.inWords()).orElse(""));
    return places().exitCode(ExitCode.OK);
  }

  private InputPlaces places() {
    return new InputPlaces(folders, symbols, problems);
  }

  private Set<FrameDetail> details() {
    return lines
        ? EnumSet.of(FrameDetail.SOURCE, FrameDetail.SOURCE_LINE)
        : EnumSet.of(FrameDetail.SOURCE);
  }

  private Path byDefault() {
    // A file that was compressed has two endings.
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.gz$", "");
    int dot = name.lastIndexOf('.');
    return Path.of((dot > 0 ? name.substring(0, dot) : name) + format.extension());
  }

  /** A regular file is complete or not there; anything else, such as a pipe, is written to. */
  private void write(Profile profile, Path target) throws IOException {
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      try (OutputStream stream = Files.newOutputStream(target)) {
        format.write(profile, !noPaths, stream);
      }
      return;
    }
    Path partial =
        target.resolveSibling("." + target.getFileName() + "." + ProcessHandle.current().pid());
    try {
      try (OutputStream stream = Files.newOutputStream(partial, StandardOpenOption.CREATE_NEW)) {
        format.write(profile, !noPaths, stream);
      }
      Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      Files.deleteIfExists(partial);
      throw e;
    }
  }
}
