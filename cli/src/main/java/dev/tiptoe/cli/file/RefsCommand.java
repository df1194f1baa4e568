// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.SkippedFiles;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.MemberResolution;
import dev.tiptoe.resolver.answer.MemberResolution.Member;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.answer.TypeResolution.Reason;
import dev.tiptoe.resolver.answer.TypeResolution.Resolved;
import dev.tiptoe.resolver.answer.TypeResolution.Unresolved;
import dev.tiptoe.resolver.locator.HostChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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
      "TSV columns: file, token, name, status, target file, target token, tier, hops."
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

  @Option(names = "--tsv", description = "Tab-separated values, for scripts.")
  private boolean tsv;

  @Option(
      names = "--members",
      description = "References to methods and fields too: MemberRef and MethodSpec.")
  private boolean members;

  private final Terminal terminal;
  private final Problems problems;
  private final SkippedFiles skipped;
  private final SkippedFiles outdone;
  private final ModuleFiles modules = new ModuleFiles();
  private final Map<Image, String> shown = new HashMap<>();
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
    List<List<Image>> folders = new ArrayList<>();
    folders.add(opened(files()));
    Set<Image> own = new HashSet<>(folders.get(0));
    for (Path framework : frameworks) {
      folders.add(opened(filesOf(framework)));
    }
    Moment now = Session.of(chosen(folders)).now();
    int count = 0;
    for (LoadedImage module : now.modules()) {
      if (own.contains(module.image())) {
        count++;
        answerAll(module, now);
      }
    }
    skipped.print();
    outdone.print();
    if (!tsv) {
      terminal.line(resolved + " of " + total + " references in " + count + " modules resolved");
    }
    return problems.exitCode();
  }

  private List<Image> chosen(List<List<Image>> folders) {
    List<Image> chosen = HostChoice.among(folders);
    Set<Image> loaded = new HashSet<>(chosen);
    folders.stream()
        .flatMap(List::stream)
        .filter(image -> !loaded.contains(image))
        .forEach(image -> outdone.add(shown(image) + ": another folder has the better version"));
    return chosen;
  }

  /** Resolves the references of one module; damage in it does not stop the next. */
  private void answerAll(LoadedImage module, Moment now) {
    try {
      Names names = new Names(module.image());
      long before = problems.met();
      for (TypeRef reference : module.image().typeRefs()) {
        if (problems.areTooMany(shown(module.image()), before)) {
          break;
        }
        answer(module, reference.token(), names, now);
      }
      if (members) {
        members(module, MemberRef.TABLE, names, now);
        members(module, MethodSpec.TABLE, names, now);
      }
    } catch (MetadataFormatException e) {
      problems.badInput(Problems.describe(shown(module.image()), e));
    }
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
    if (directory.toString().isEmpty()) {
      throw new NoSuchFileException("");
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

  private List<Image> opened(List<ManagedFile> files) {
    return files.stream().flatMap(file -> open(file).stream()).toList();
  }

  private Optional<Image> open(ManagedFile file) {
    try {
      Image image = modules.open(file);
      shown.put(image, file.shown());
      return Optional.of(image);
    } catch (MetadataFormatException e) {
      if (e.kind() != MetadataFormatException.Kind.DAMAGED) {
        skipped.add(Problems.describe(e));
      } else {
        problems.badInput(Problems.describe(file.shown(), e));
      }
    } catch (IOException e) {
      problems.badInput(Problems.describe(file.shown(), e));
    }
    return Optional.empty();
  }

  private void answer(LoadedImage module, Token reference, Names names, Moment now) {
    TypeResolution answer = now.typeDef(module.id(), reference);
    if (answer instanceof Unresolved none && none.reason() == Reason.DAMAGED) {
      problems.badInput(reference, none.detail());
      return;
    }
    count(answer.isResolved());
    if (tsv || !answer.isResolved()) {
      print(shown(module.image()), reference, nameOf(reference, names), answer);
    }
  }

  private void count(boolean isResolved) {
    total++;
    if (isResolved) {
      resolved++;
    } else {
      problems.no();
    }
  }

  private void members(LoadedImage module, int table, Names names, Moment now) {
    long before = problems.met();
    int rows = module.image().count(table);
    for (int rid = 1; rid <= rows; rid++) {
      if (problems.areTooMany(shown(module.image()), before)) {
        return;
      }
      member(module, Token.of(table, rid), names, now);
    }
  }

  private void member(LoadedImage module, Token reference, Names names, Moment now) {
    MemberResolution answer = now.member(module.id(), reference);
    count(answer.isResolved());
    if (tsv || !answer.isResolved()) {
      print(shown(module.image()), reference, nameOf(reference, names), answer);
    }
  }

  /** Returns the name of a row; reports a name that cannot be read and goes on. */
  private String nameOf(Token token, Names names) {
    try {
      return names.of(token);
    } catch (MetadataFormatException e) {
      problems.badInput(token, String.valueOf(e.getMessage()));
      return "?";
    }
  }

  private void print(String file, Token reference, String name, MemberResolution answer) {
    if (!tsv) {
      terminal.line(file + ": " + reference + " " + name + ": " + answer.why());
      return;
    }
    Optional<Member> member = answer.resolved().map(MemberResolution.Resolved::member);
    Optional<String> target = member.flatMap(Member::definedIn).map(in -> shown(in.image()));
    Optional<Token> token = member.flatMap(Member::definition);
    terminal.row(file, reference, name, answer.kind(), target, token, "", "");
  }

  private void print(String file, Token reference, String name, TypeResolution answer) {
    if (!tsv) {
      terminal.line(file + ": " + reference + " " + name + ": " + answer.why());
      return;
    }
    Optional<Resolved> only =
        answer.candidates().size() == 1
            ? Optional.of(answer.candidates().get(0))
            : Optional.empty();
    Optional<String> target = only.map(one -> shown(one.type().image()));
    Optional<Token> token = only.map(one -> one.type().token());
    Optional<Integer> hops =
        answer.candidates().stream().map(Resolved::forwarders).max(Comparator.naturalOrder());
    terminal.row(file, reference, name, answer.kind(), target, token, answer.worstTier(), hops);
  }

  private String shown(Image image) {
    return shown.getOrDefault(image, image.file());
  }
}
