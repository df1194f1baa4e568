// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.resolver.reference.LoadedImage;
import dev.tiptoe.resolver.reference.LoadedModules;
import dev.tiptoe.resolver.reference.MemberResolution;
import dev.tiptoe.resolver.reference.References;
import dev.tiptoe.resolver.reference.TypeRefResolver;
import dev.tiptoe.resolver.reference.TypeResolution;
import dev.tiptoe.resolver.reference.TypeResolution.Ambiguous;
import dev.tiptoe.resolver.reference.TypeResolution.Resolved;
import dev.tiptoe.resolver.reference.TypeResolution.Unresolved;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe refs}: where the references of the modules in a folder lead. */
@Command(
    name = "refs",
    mixinStandardHelpOptions = true,
    description = {
      "Takes the modules in a folder as loaded and resolves every reference to a type; with",
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
    LoadedModules loaded = LoadedModules.of(shown.keySet());
    TypeRefResolver resolver = new TypeRefResolver(loaded);
    References references = References.among(loaded);
    for (LoadedImage module : loaded.all()) {
      Names names = new Names(module.image());
      long before = problems.met();
      for (TypeRef reference : module.image().typeRefs()) {
        if (problems.areTooMany(shown(module.image()), before)) {
          break;
        }
        answer(reference, names, resolver);
      }
      if (members) {
        members(module, MemberRef.TABLE, names, references);
        members(module, MethodSpec.TABLE, names, references);
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
        terminal.note("passed over " + Problems.describe(e));
      } else {
        problems.badInput(Problems.describe(file.shown(), e));
      }
    } catch (IOException e) {
      problems.badInput(Problems.describe(file.shown(), e));
    }
  }

  private void answer(TypeRef reference, Names names, TypeRefResolver resolver) {
    try {
      TypeResolution answer = resolver.resolve(reference);
      total++;
      if (answer instanceof Resolved) {
        resolved++;
      } else {
        problems.no();
      }
      if (tsv || !(answer instanceof Resolved)) {
        print(reference, nameOf(reference.token(), names), answer);
      }
    } catch (MetadataFormatException e) {
      problems.badInput(reference.token() + " in " + e.getMessage());
    }
  }

  private void members(LoadedImage module, int table, Names names, References references) {
    long before = problems.met();
    int rows = module.image().tables().whole(table);
    for (int rid = 1; rid <= rows; rid++) {
      if (problems.areTooMany(shown(module.image()), before)) {
        return;
      }
      member(module, Token.of(table, rid), names, references);
    }
  }

  private void member(LoadedImage module, Token token, Names names, References references) {
    MemberResolution answer = references.member(module.id(), token);
    total++;
    if (answer instanceof MemberResolution.Resolved) {
      resolved++;
    } else {
      problems.no();
    }
    if (tsv || !(answer instanceof MemberResolution.Resolved)) {
      print(module.image(), token, nameOf(token, names), answer);
    }
  }

  /** What a row is called; its neighbours are told where its name cannot be read. */
  private String nameOf(Token token, Names names) {
    try {
      return names.of(token);
    } catch (MetadataFormatException e) {
      problems.badInput(token + " in " + e.getMessage());
      return "?";
    }
  }

  private void print(Image from, Token token, String name, MemberResolution answer) {
    String file = shown(from);
    if (answer instanceof MemberResolution.Resolved one) {
      if (one.member() instanceof MemberResolution.Method method) {
        String target = shown(method.module().image());
        terminal.row(file, token, name, "resolved", target, method.token(), "", "");
      } else if (one.member() instanceof MemberResolution.FieldOf field) {
        String target = shown(field.module().image());
        terminal.row(file, token, name, "resolved", target, field.token(), "", "");
      } else {
        terminal.row(file, token, name, "resolved", "", "", "", "");
      }
    } else if (tsv) {
      boolean several = answer instanceof MemberResolution.Ambiguous;
      terminal.row(file, token, name, several ? "ambiguous" : "unresolved", "", "", "", "");
    } else {
      terminal.line(file + ": " + token + " " + name + ": " + answer.why());
    }
  }

  private String shown(Image image) {
    return shown.getOrDefault(image, image.file());
  }

  private void print(TypeRef reference, String name, TypeResolution answer) {
    String file = shown(reference.image());
    if (answer instanceof Resolved one) {
      TypeDef type = one.type();
      String target = shown(type.image());
      terminal.row(
          file,
          reference.token(),
          name,
          "resolved",
          target,
          type.token(),
          one.tier(),
          one.forwarders());
    } else if (answer instanceof Ambiguous several) {
      terminal.row(
          file, reference.token(), name, "ambiguous", "", "", several.tier(), several.forwarders());
    } else if (tsv) {
      terminal.row(file, reference.token(), name, "unresolved", "", "", "", "");
    } else {
      terminal.line(
          file + ": " + reference.token() + " " + name + ": " + ((Unresolved) answer).detail());
    }
  }
}
