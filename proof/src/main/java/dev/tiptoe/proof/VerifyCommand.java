// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.cli.file.ManagedFile;
import dev.tiptoe.cli.file.ModuleFiles;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.SkippedFiles;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.proof.verify.ClrWitness;
import dev.tiptoe.proof.verify.Difference;
import dev.tiptoe.proof.verify.Tally;
import dev.tiptoe.proof.verify.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code prove verify}: compares this reader with the CLR's own. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Compares every row, column, name and signature of .NET files with those of the CLR's own"
          + " reader, which runs in a process of its own.",
      "",
      "TSV columns: file, table, row, column, ours, theirs.",
      "",
      "Exit code: 0 if there is no difference, 1 if there are."
    })
public final class VerifyCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description =
          "Files, or folders with everything below; BUNDLE!MEMBER is a file in a single-file"
              + " bundle.")
  private List<String> paths = List.of();

  @Option(
      names = "--runtime",
      paramLabel = "DIR",
      description = "The folder of the runtime; by default the one that tiptoe runtime prints.")
  private Optional<Path> runtime = Optional.empty();

  @Option(names = "--tsv", description = "Tab-separated values, for scripts.")
  private boolean tsv;

  private final Terminal terminal;
  private final Problems problems;
  private final SkippedFiles skipped;
  private Tally total = Tally.NONE;
  private final ModuleFiles modules = new ModuleFiles();
  private int files;

  VerifyCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
    this.skipped = SkippedFiles.noModules(terminal);
  }

  @Override
  public Integer call() throws IOException {
    try (ClrWitness witness = ClrWitness.of(chosen())) {
      for (String path : paths) {
        verify(path, witness);
      }
    }
    skipped.print();
    if (!tsv) {
      terminal.line(
          String.format(
              "%,d files, %,d tables, %,d rows, %,d cells, %,d heap entries, %,d answers: %,d"
                  + " differences",
              files,
              total.tables(),
              total.rows(),
              total.cells(),
              total.items(),
              total.answers(),
              total.differences()));
    }
    return problems.exitCode();
  }

  private DotnetRuntime chosen() {
    Installation installation = Installation.current();
    return runtime
        .map(directory -> DotnetRuntime.in(directory, installation))
        .or(() -> DotnetRuntime.find(installation, System.getenv()))
        .orElseThrow(
            () -> new LaunchException("there is no .NET runtime here; name one with --runtime"));
  }

  private void verify(String argument, ClrWitness witness) {
    try {
      for (ManagedFile file : ManagedFile.of(argument, true, problems::badInput)) {
        verify(file, witness);
      }
    } catch (IOException | InvalidPathException e) {
      problems.badInput(Problems.describe(argument, e));
    }
  }

  private void verify(ManagedFile file, ClrWitness witness) {
    try {
      if (Files.size(file.path()) > Integer.MAX_VALUE) {
        tooLarge(file);
      } else if (!isText(file.path())) {
        problems.badInput(file.shown() + ": the name is not valid text, so the CLR cannot open it");
      } else if (file.member().isEmpty()) {
        report(file, witness.compare(file.path()));
      } else {
        report(file, copy(file, witness));
      }
    } catch (MetadataFormatException e) {
      notOpened(file, e.kind() != MetadataFormatException.Kind.NOT_MANAGED, Problems.describe(e));
    } catch (IOException e) {
      problems.badInput(Problems.describe(file.shown(), e));
    }
  }

  /** Reports a file that our reader refuses for its size: there is nothing to compare. */
  private void tooLarge(ManagedFile file) {
    String reason = file.shown() + ": larger than 2 GiB, which is not read";
    if (file.named()) {
      problems.badInput(reason);
    } else {
      terminal.note("not compared: " + reason);
    }
  }

  /** Returns whether the path survives as text: on Linux a name may be any bytes. */
  private static boolean isText(Path path) {
    return path.equals(Path.of(path.toString()));
  }

  /** Copies a member of a bundle into a file, because the CLR opens files only. */
  private Verdict copy(ManagedFile file, ClrWitness witness) throws IOException {
    Bytes member = modules.bytes(file);
    Path copy = Files.createTempFile("tiptoe-verify", ".dll");
    try {
      Files.write(copy, member.copy(0, member.length()));
      Verdict verdict = witness.compare(copy);
      return verdict instanceof Verdict.Unreadable unreadable
          ? new Verdict.Unreadable(
              unreadable.managed(), unreadable.reason().replace(copy.toString(), file.shown()))
          : verdict;
    } finally {
      Files.delete(copy);
    }
  }

  private void report(ManagedFile file, Verdict verdict) {
    if (verdict instanceof Verdict.Compared compared) {
      report(file, compared);
    } else if (verdict instanceof Verdict.Refused refused) {
      terminal.note("not compared: " + file.shown() + ": the CLR refuses it: " + refused.reason());
    } else if (verdict instanceof Verdict.Lost lost) {
      problems.badInput(file.shown() + ": the process with the CLR: " + lost.reason());
    } else if (verdict instanceof Verdict.Unreadable unreadable) {
      notOpened(file, unreadable.managed(), unreadable.reason());
    }
  }

  private void notOpened(ManagedFile file, boolean managed, String reason) {
    if (managed || file.named()) {
      problems.badInput(reason);
    } else {
      skipped.add(reason);
    }
  }

  private void report(ManagedFile file, Verdict.Compared compared) {
    files++;
    total = total.plus(compared.tally());
    for (Difference difference : compared.differences()) {
      problems.no();
      if (tsv) {
        terminal.row(
            file.shown(),
            difference.table(),
            difference.rid(),
            difference.column(),
            difference.ours(),
            difference.theirs());
      } else {
        terminal.line(file.shown() + ": " + difference);
      }
    }
    long untold = compared.tally().differences() - compared.differences().size();
    if (untold > 0) {
      terminal.note(file.shown() + ": and " + untold + " more differences");
    }
  }
}
