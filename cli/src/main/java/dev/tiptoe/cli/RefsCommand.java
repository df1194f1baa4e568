// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.resolver.reference.LoadedModules;
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
      "Takes the modules in a folder as loaded and resolves every reference to a type.",
      "",
      "TSV columns: file, token, name, status, target file, target token, tier, hops."
    })
final class RefsCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "DIR",
      description = "The folder, without what is below it; or a single-file bundle.")
  private Path directory = Path.of("");

  @Option(names = "--tsv", description = "Tab-separated values, for scripts.")
  private boolean tsv;

  private final Terminal terminal;
  private final Problems problems;
  private final ModuleFiles modules = new ModuleFiles();
  private final Map<Image, String> shown = new LinkedHashMap<>();
  private int total;
  private int resolved;

  RefsCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    files().forEach(this::open);
    TypeRefResolver resolver = new TypeRefResolver(LoadedModules.of(shown.keySet()));
    for (Image image : shown.keySet()) {
      Names names = new Names(image);
      for (TypeRef reference : image.typeRefs()) {
        answer(reference, names, resolver);
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
        print(reference, names.of(reference.token()), answer);
      }
    } catch (MetadataFormatException e) {
      problems.badInput(reference.token() + " in " + e.getMessage());
    }
  }

  private void print(TypeRef reference, String name, TypeResolution answer) {
    String file = shown.getOrDefault(reference.image(), reference.image().file());
    if (answer instanceof Resolved one) {
      TypeDef type = one.type();
      String target = shown.getOrDefault(type.image(), type.image().file());
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
