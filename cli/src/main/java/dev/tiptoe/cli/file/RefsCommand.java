// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.option.RowFormat;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.ResultSection;
import dev.tiptoe.cli.terminal.ResultSections;
import dev.tiptoe.cli.terminal.ResultSections.Task;
import dev.tiptoe.cli.terminal.SkippedFiles;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.answer.LoadedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe refs}: prints where the references of the modules in a folder lead. */
@Command(
    name = "refs",
    mixinStandardHelpOptions = true,
    description = {
      "Resolves every reference to a type in the modules of a folder, as if all were loaded, and",
      "those of the frameworks it uses; with --members also to methods and fields.",
      "",
      "TSV columns, and members of JSON: file, token, name, status, target file, target token,"
          + " tier, hops."
    })
public final class RefsCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "DIR",
      description = "The folder, without what is below it; or a single-file bundle.")
  private Path directory = Path.of("");

  @Option(
      names = "--framework",
      paramLabel = "DIR",
      description =
          "The folder of a shared framework that the program in the first folder uses. References"
              + " may lead there; those of the framework itself are not resolved. May be given"
              + " several times. Of an assembly that several folders have, the highest version"
              + " counts.")
  private List<Path> frameworks = List.of();

  @Option(
      names = "--members",
      description = "References to methods and fields too: MemberRef and MethodSpec.")
  private boolean members;

  @Mixin private RowFormat format = new RowFormat();

  private final Terminal terminal;
  private final Problems problems;
  private final SkippedFiles skipped;
  private final SkippedFiles outdone;
  private final ModuleFiles modules = new ModuleFiles();
  private final ShownFiles shown = new ShownFiles();
  private int total;
  private int resolved;

  public RefsCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
    this.skipped = SkippedFiles.noModules(terminal);
    this.outdone = new SkippedFiles(terminal, "that another folder has the better version of");
  }

  @Override
  public Integer call() throws IOException {
    boolean asRows = format.isGiven();
    List<List<Image>> folders = new ArrayList<>();
    folders.add(opened(files()));
    Set<Image> own = new HashSet<>(folders.get(0));
    for (Path framework : frameworks) {
      folders.add(opened(filesOf(framework)));
    }
    Moment now = Session.of(chosen(folders)).now();
    List<LoadedImage> asked =
        now.modules().stream().filter(module -> own.contains(module.image())).toList();
    ResultSections.print(
        terminal,
        "resolving",
        asked.stream()
            .map(module -> new Task(0, section -> answer(module, now, section)))
            .toList());
    skipped.print();
    outdone.print();
    if (!asRows) {
      terminal.line(
          resolved + " of " + total + " references in " + asked.size() + " modules resolved");
    }
    return problems.exitCode();
  }

  private List<Image> chosen(List<List<Image>> folders) {
    List<Image> chosen = Session.hostChoice(folders);
    Set<Image> loaded = new HashSet<>(chosen);
    folders.stream()
        .flatMap(List::stream)
        .filter(image -> !loaded.contains(image))
        .forEach(image -> outdone.add(shown.of(image) + ": another folder has the better version"));
    return chosen;
  }

  /** Resolves the references of one module; damage in it does not stop the next. */
  private void answer(LoadedImage module, Moment now, ResultSection section) {
    ReferenceRows rows =
        new ReferenceRows(module, now, shown, format, section, problems.in(section));
    rows.printAll(members);
    section.then(
        () -> {
          total += rows.total();
          resolved += rows.resolved();
        });
  }

  /** Returns the files of a framework, shown with their folder. */
  private List<ManagedFile> filesOf(Path framework) throws IOException {
    if (!Files.isDirectory(framework)) {
      throw new NotDirectoryException(framework.toString());
    }
    return ManagedFile.of(framework.toString(), false, problems::badInput).stream()
        .map(file -> new ManagedFile(file.path(), file.member(), file.path().toString(), false))
        .toList();
  }

  private List<ManagedFile> files() throws IOException {
    if (directory.toString().isEmpty() || !Files.exists(directory)) {
      throw new NoSuchFileException(directory.toString());
    }
    if (Files.isDirectory(directory)) {
      return ManagedFile.of(directory.toString(), false, problems::badInput);
    }
    if (!Files.isRegularFile(directory)) {
      throw new NotDirectoryException(directory.toString());
    }
    try {
      return modules.assembliesIn(directory);
    } catch (MetadataFormatException e) {
      if (e.kind() == MetadataFormatException.Kind.DAMAGED) {
        throw e;
      }
      throw new NotDirectoryException(directory.toString());
    }
  }

  private List<Image> opened(List<ManagedFile> files) throws IOException {
    List<Image> images = new ArrayList<>();
    ResultSections.print(
        terminal,
        "opening",
        files.stream()
            .map(file -> new Task(file.size(), section -> open(file, section, images)))
            .toList());
    return images;
  }

  private void open(ManagedFile file, ResultSection section, List<Image> images) {
    Problems ofFile = problems.in(section);
    try {
      Image image = modules.open(file);
      section.then(
          () -> {
            images.add(image);
            shown.put(image, file.shown());
          });
    } catch (MetadataFormatException e) {
      if (e.kind() != MetadataFormatException.Kind.DAMAGED) {
        section.then(() -> skipped.add(Problems.describe(e)));
      } else {
        ofFile.badInput(Problems.describe(file.shown(), e));
      }
    } catch (IOException e) {
      ofFile.badInput(Problems.describe(file.shown(), e));
    }
  }
}
