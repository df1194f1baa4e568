// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.Problems;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe refs}: prints where the references of the modules in a folder lead. */
@Command(
    name = "refs",
    mixinStandardHelpOptions = true,
    description = {
      "Resolves every reference to a type in the modules of a folder, as if all were loaded; with",
      "--members also every reference to a method or field.",
      "",
      "TSV columns: file, token, name, status, target file, target token, tier, hops."
    })
public final class RefsCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "DIR",
      description = "The folder, without what is below it; or a single-file bundle.")
  private Path directory = Path.of("");

  @Option(names = "--tsv", description = "Tab-separated values, for scripts.")
  private boolean tsv;

  @Option(
      names = "--members",
      description = "References to methods and fields too: MemberRef and MethodSpec.")
  private boolean members;

  private final Terminal terminal;
  private final Problems problems;
  private final ModuleFiles modules = new ModuleFiles();
  private final Map<Image, String> shown = new LinkedHashMap<>();
  private int total;
  private int resolved;

  public RefsCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    files().forEach(this::open);
    Moment now = Session.of(List.copyOf(shown.keySet())).now();
    for (LoadedImage module : now.modules()) {
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
    }
    if (!tsv) {
      terminal.line(
          resolved + " of " + total + " references in " + shown.size() + " modules resolved");
    }
    return problems.exitCode();
  }

  private List<ManagedFile> files() throws IOException {
    if (Files.isDirectory(directory)) {
      return ManagedFile.of(directory.toString(), false);
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

  private void open(ManagedFile file) {
    try {
      shown.put(modules.open(file), file.shown());
    } catch (MetadataFormatException e) {
      if (e.kind() != MetadataFormatException.Kind.DAMAGED) {
        terminal.note("skipped " + Problems.describe(e));
      } else {
        problems.badInput(Problems.describe(file.shown(), e));
      }
    } catch (IOException e) {
      problems.badInput(Problems.describe(file.shown(), e));
    }
  }

  private void answer(LoadedImage module, Token reference, Names names, Moment now) {
    TypeResolution answer = now.typeDef(module.id(), reference);
    if (answer instanceof Unresolved none && none.reason() == Reason.DAMAGED) {
      problems.badInput(reference + " in " + none.detail());
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
      problems.badInput(token + " in " + e.getMessage());
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
    if (!tsv && answer.candidates().isEmpty()) {
      terminal.line(file + ": " + reference + " " + name + ": " + answer.why());
      return;
    }
    Optional<String> target = answer.resolved().map(one -> shown(one.type().image()));
    Optional<Token> token = answer.resolved().map(one -> one.type().token());
    Optional<Integer> hops =
        answer.candidates().stream().map(Resolved::forwarders).max(Comparator.naturalOrder());
    terminal.row(file, reference, name, answer.kind(), target, token, answer.worstTier(), hops);
  }

  private String shown(Image image) {
    return shown.getOrDefault(image, image.file());
  }
}
