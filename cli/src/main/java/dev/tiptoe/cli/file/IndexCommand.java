// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.option.GivenSymbols;
import dev.tiptoe.cli.option.RowFormat;
import dev.tiptoe.cli.terminal.Planted;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.ResultSection;
import dev.tiptoe.cli.terminal.ResultSections;
import dev.tiptoe.cli.terminal.ResultSections.Task;
import dev.tiptoe.cli.terminal.SkippedFiles;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.stores.Store;
import dev.tiptoe.stores.StoreListener;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import dev.tiptoe.trace.ModuleCopies;
import dev.tiptoe.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe index}: writes the symbol indexes of modules. */
@Command(
    name = "index",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a symbol index for each .NET module: its methods' names and lines,",
      "without the module and its PDB. The file is named by the module's MVID.",
      "",
      "TSV columns, and members of JSON: file, mvid, name, methods, points, bytes, state, pdb."
    })
public final class IndexCommand implements Callable<Integer> {

  private static final List<String> COLUMNS =
      List.of("file", "mvid", "name", "methods", "points", "bytes", "state", "pdb");

  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description =
          "Files, single-file bundles, packages (.nupkg, .zip), traces with copies of modules, or"
              + " folders with everything below, without the packages in them.")
  private List<String> paths = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "The folder to write to; made if it is not there.")
  private @Nullable Path out;

  @Mixin private GivenSymbols places = new GivenSymbols();

  @Option(
      names = "--force",
      description =
          "Replace indexes that are up to date, or have lines of a PDB that is missing now.")
  private boolean force;

  @Mixin private RowFormat format = new RowFormat();

  private final Terminal terminal;
  private boolean asRows;
  private final Problems problems;
  private final SkippedFiles skipped;
  private final SkippedFiles nameless;
  private final ModuleFiles files = new ModuleFiles();
  private final IndexTotals totals = new IndexTotals();

  /** Finds the PDB of a module: beside and inside it, and in the places that were given. */
  private Function<Image, PortablePdb> pdbs = PortablePdb::of;

  /** Creates the command. */
  public IndexCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
    this.skipped = SkippedFiles.noModules(terminal);
    this.nameless = new SkippedFiles(terminal, "that have no MVID");
  }

  @Override
  public Integer call() throws IOException {
    asRows = format.isGiven();
    Path folder = folder(Objects.requireNonNull(out));
    SymbolIndexWriter writer = new SymbolIndexWriter(folder, force);
    pdbs = places.files(terminal, problems).symbols()::pdb;
    List<Task> tasks = paths.stream().flatMap(argument -> tasks(argument, writer)).toList();
    ResultSections.print(terminal, "indexing", tasks);
    skipped.print();
    nameless.print();
    if (!asRows) {
      terminal.line(totals.toString());
    }
    return problems.exitCode();
  }

  private static Path folder(Path out) throws IOException {
    Planted.refuseFolder(out);
    try {
      return Files.createDirectories(out);
    } catch (FileAlreadyExistsException e) {
      NotDirectoryException problem = new NotDirectoryException(e.getFile());
      problem.initCause(e);
      throw problem;
    }
  }

  /** Returns a task for each file that an argument means, and for each problem with it. */
  private Stream<Task> tasks(String argument, SymbolIndexWriter writer) {
    List<Task> tasks = new ArrayList<>();
    Consumer<String> problem =
        what -> tasks.add(new Task(0, section -> problems.in(section).badInput(what)));
    try {
      ManagedFile.of(argument, true, folder -> problem.accept(Problems.describe(folder)))
          .forEach(
              file -> tasks.add(new Task(file.size(), section -> index(file, writer, section))));
    } catch (IOException | InvalidPathException e) {
      problem.accept(Problems.describe(argument, e));
    }
    return tasks.stream();
  }

  /** Indexes the module in a file, or those in a bundle; damage does not stop the next. */
  private void index(ManagedFile file, SymbolIndexWriter writer, ResultSection section) {
    try {
      if (file.member().isEmpty() && file.named() && ModuleCopies.isTrace(file.path())) {
        indexCopies(file, writer, section);
      } else if (file.member().isEmpty() && file.named() && isPackage(file.path())) {
        indexPackage(file, writer, section);
      } else {
        index(file, files.open(absolute(file)), writer, section);
      }
    } catch (TraceFormatException e) {
      problems.in(section).badInput(String.valueOf(e.getMessage()));
    } catch (MetadataFormatException e) {
      if (e.kind() == Kind.BUNDLE && file.member().isEmpty()) {
        indexBundle(file, writer, section);
      } else if (e.kind() != Kind.DAMAGED && !file.named()) {
        section.then(() -> skipped.add(Problems.describe(e)));
      } else {
        problems.in(section).badInput(Problems.describe(file.shown(), e));
      }
    } catch (IOException e) {
      problems.in(section).badInput(Problems.describe(file.shown(), e));
    }
  }

  private void indexCopies(ManagedFile trace, SymbolIndexWriter writer, ResultSection section)
      throws IOException {
    for (Image copy : ModuleCopies.read(trace.path(), problems.in(section)::badInput)) {
      index(
          new ManagedFile(trace.path(), Optional.empty(), copy.file(), false),
          copy,
          writer,
          section);
    }
  }

  private static boolean isPackage(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".nupkg") || name.endsWith(".zip");
  }

  /** A package has the PDBs of its modules, or its companion has, which is to be given. */
  private void indexPackage(ManagedFile file, SymbolIndexWriter writer, ResultSection section) {
    Store store =
        Store.builder()
            .places(List.of(file.path()))
            .listener(new PackageProblems(problems.in(section)))
            .build();
    store.forEachModule(
        module -> {
          PortablePdb own = store.pdb(module);
          index(
              new ManagedFile(file.path(), Optional.empty(), module.file(), false),
              module,
              own.found().isPresent() ? own : pdbs.apply(module),
              writer,
              section);
        });
  }

  /** Takes the problems with a package that was named itself. */
  private record PackageProblems(Problems problems) implements StoreListener {

    @Override
    public void note(String text) {
      problems.badInput(text);
    }
  }

  /** Only a module whose folder is known is asked for the PDB beside it. */
  private static ManagedFile absolute(ManagedFile file) {
    return new ManagedFile(file.path().toAbsolutePath(), file.member(), file.shown(), file.named());
  }

  private void indexBundle(ManagedFile bundle, SymbolIndexWriter writer, ResultSection section) {
    try {
      for (ManagedFile member : files.assembliesIn(bundle.path())) {
        String shown = bundle.shown() + "!" + member.shown();
        index(new ManagedFile(member.path(), member.member(), shown, false), writer, section);
      }
    } catch (MetadataFormatException | IOException e) {
      problems.in(section).badInput(Problems.describe(bundle.shown(), e));
    }
  }

  private void index(
      ManagedFile file, Image image, SymbolIndexWriter writer, ResultSection section) {
    index(file, image, pdbs.apply(image), writer, section);
  }

  private void index(
      ManagedFile file,
      Image image,
      PortablePdb pdb,
      SymbolIndexWriter writer,
      ResultSection section) {
    Optional<SymbolIndexWriter.Written> written;
    try {
      written = writer.write(image, pdb);
    } catch (IOException e) {
      // It is about the index, and most say so.
      boolean isNamed = e instanceof FileSystemException;
      problems
          .in(section)
          .badInput(isNamed ? Problems.describe(e) : Problems.describe(String.valueOf(out), e));
      return;
    }
    if (written.isEmpty()) {
      section.then(() -> nameless.add(file.shown() + ": the module has no MVID"));
      return;
    }
    if (written.get().builds() > 1) {
      section.then(() -> noteBuilds(file, written.get()));
    }
    boolean keepsLines = pdb instanceof PortablePdb.Missing && written.get().points() > 0;
    section.then(() -> totals.add(written.get(), keepsLines || pdb.found().isPresent()));
    if (asRows) {
      format.row(
          section,
          COLUMNS,
          file.shown(),
          image.mvid(),
          image.moduleName(),
          written.get().methods(),
          written.get().points(),
          written.get().bytes(),
          written.get().isNew() ? "written" : "kept",
          origin(pdb, keepsLines));
    }
  }

  private void noteBuilds(ManagedFile file, SymbolIndexWriter.Written index) {
    terminal.note(
        file.shown()
            + ": the index is of "
            + index.builds()
            + " builds with one MVID, and has no names and lines where they differ"
            + " (--force replaces those of before)");
  }

  private static String origin(PortablePdb pdb, boolean keepsLines) {
    if (pdb instanceof PortablePdb.Missing missing) {
      return missing.reason() + (keepsLines ? "; the lines from before are kept" : "");
    }
    return pdb.found().orElseThrow().file();
  }
}
