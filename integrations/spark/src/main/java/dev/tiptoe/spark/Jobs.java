// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import dev.tiptoe.spark.IndexCounts.State;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The jobs, to be started with {@code spark-submit --class dev.tiptoe.spark.Jobs}. */
@Command(
    name = "tiptoe-spark",
    mixinStandardHelpOptions = true,
    description = "Names the frames of a fleet's profiles, and indexes its modules.")
public final class Jobs {

  private static final String ADDED = "added:";
  private static final int KILO = 10;
  private static final int FAILED = 1;

  @Spec private @Nullable CommandSpec spec;

  Jobs() {}

  /** Runs a job, and ends the process with a code that is not 0 if it failed. */
  public static void main(String[] arguments) {
    int code = command().execute(arguments);
    if (code != 0) {
      System.exit(code);
    }
  }

  /** Runs a job and returns its exit code: 0 if it was completed, 2 if its arguments are wrong. */
  static int run(PrintWriter out, String... arguments) {
    return command().setOut(out).setErr(out).execute(arguments);
  }

  private static CommandLine command() {
    return new CommandLine(new Jobs())
        .setExecutionExceptionHandler(
            (problem, command, parsed) -> {
              if (problem instanceof IOException || problem instanceof UncheckedIOException) {
                command.getErr().println(problem.getMessage());
                return FAILED;
              }
              throw problem;
            });
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }

  /** Symbolizes profiles. */
  @Command(
      name = "symbolize",
      mixinStandardHelpOptions = true,
      description = {
        "Reads profiles and traces, resolves each distinct frame once, and writes tables of"
            + " Parquet:",
        "sources, samples, stacks, locations, mappings, frames, missing, counts."
      })
  int symbolize(
      @Option(
              names = "--index",
              required = true,
              paramLabel = "DIR",
              description = {
                "The indexes: a folder at the same path on all machines, a folder of storage"
                    + " such as",
                "hdfs://..., or added:NAME for --archives indexes.zip#NAME."
              })
          String index,
      @Option(
              names = "--index-cache",
              defaultValue = "4096",
              paramLabel = "MIB",
              description =
                  "Copies of stored indexes that each executor keeps (default: ${DEFAULT-VALUE}).")
          long cache,
      @Option(
              names = "--out",
              required = true,
              paramLabel = "DIR",
              description = "Where the tables go.")
          String out,
      @Option(
              names = "--option",
              paramLabel = "NAME=VALUE",
              description =
                  "An option of the format tiptoe: sampleType, modules, lines or splitBytes.")
          @Nullable Map<String, String> options,
      @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files, folders and patterns.")
          List<String> paths)
      throws IOException {
    SymbolizeCounts counts =
        new Symbolizer(session(), place(session(), index, cache << KILO << KILO))
            .symbolize(paths, out, options == null ? Map.of() : options);
    print(counts);
    return 0;
  }

  private void print(SymbolizeCounts counts) {
    PrintWriter out = out();
    out.printf("%d sources, %d of them damaged%n", counts.sources(), counts.damagedSources());
    out.printf(
        "%d locations: %d resolved, %d not, %d not of .NET or without a module version ID%n",
        counts.locations(),
        counts.resolvedLocations(),
        counts.locations() - counts.resolvedLocations() - counts.otherLocations(),
        counts.otherLocations());
    out.printf("%d distinct frames%n", counts.distinctFrames());
    for (Outcome outcome : Outcome.values()) {
      out.printf(
          "  %-13s %d, at %d locations%n",
          outcome.word(),
          counts.frames().getOrDefault(outcome, 0L),
          counts.locationsOf().getOrDefault(outcome, 0L));
    }
    out.printf("%d modules without an index that can be used%n", counts.missingModules());
    out.flush();
  }

  /** Indexes modules. */
  @Command(
      name = "index",
      mixinStandardHelpOptions = true,
      description = {
        "Writes a symbol index for each module among .dll and .exe files, on all executors.",
        "A module that has an index already keeps it."
      })
  int index(
      @Option(
              names = "--out",
              required = true,
              paramLabel = "DIR",
              description = "Where the indexes go.")
          String out,
      @Option(
              names = "--report",
              required = true,
              paramLabel = "DIR",
              description = "The folder for a table with the outcome for each file.")
          String report,
      @Option(names = "--force", description = "Replace indexes that are up to date, too.")
          boolean force,
      @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files, folders and patterns.")
          List<String> paths)
      throws IOException {
    IndexCounts counts = new Indexer(session()).index(paths, out, report, force);
    PrintWriter writer = out();
    writer.printf(
        "%d files: %d modules, %d of them without a PDB%n",
        counts.files(), counts.modules(), counts.withoutPdb());
    for (State state : State.values()) {
      writer.printf("  %-10s %d%n", ModuleScan.word(state), counts.of(state));
    }
    writer.flush();
    return 0;
  }

  private static SparkSession session() {
    return SparkSession.builder().appName("tiptoe").getOrCreate();
  }

  /** Returns the location of the indexes that an option gives. */
  static IndexPlace place(SparkSession session, String text, long cacheBytes) {
    if (text.startsWith(ADDED)) {
      return IndexPlace.added(text.substring(ADDED.length()));
    }
    return text.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")
        ? IndexPlace.stored(session, text, cacheBytes)
        : IndexPlace.folder(Path.of(text));
  }
}
