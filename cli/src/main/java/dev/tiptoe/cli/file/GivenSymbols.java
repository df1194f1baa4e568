// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SymbolSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The modules in files and folders, with the PDBs inside and beside them. Thread-safe. A file is
 * opened when its name, or any module, is first asked for.
 */
final class GivenSymbols implements SymbolSource {

  private final List<ManagedFile> files = new ArrayList<>();
  private final Map<String, List<ManagedFile>> byName = new HashMap<>();
  private final Map<ManagedFile, Optional<Module>> opened = new ConcurrentHashMap<>();
  private final ModuleFiles modules = new ModuleFiles();
  private final Consumer<String> problems;

  private record Module(Image image, ModuleSymbols symbols) {}

  /**
   * Lists the files below some paths.
   *
   * @param problems receives what cannot be read
   */
  GivenSymbols(List<String> paths, Consumer<String> problems) {
    this.problems = problems;
    for (String path : paths) {
      try {
        // A PDB is only looked for beside a module whose folder is known.
        String absolute = path.isEmpty() ? path : Path.of(path).toAbsolutePath().toString();
        List<ManagedFile> found =
            ManagedFile.of(absolute, true, each -> problems.accept(Problems.describe(each)));
        if (found.stream().allMatch(file -> Files.exists(file.path()))) {
          files.addAll(found);
        } else {
          problems.accept(Problems.describe(new NoSuchFileException(path)));
        }
      } catch (IOException e) {
        problems.accept(Problems.describe(path, e));
      }
    }
    for (ManagedFile file : files) {
      byName.computeIfAbsent(name(file), key -> new ArrayList<>()).add(file);
    }
  }

  private static String name(ManagedFile file) {
    String path = file.member().orElse(file.path().toString());
    return fileName(path).toLowerCase(Locale.ROOT);
  }

  static String fileName(String path) {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }

  private Optional<Module> open(ManagedFile file) {
    Optional<Module> known = opened.get(file);
    if (known == null) {
      known = opened.computeIfAbsent(file, this::read);
    }
    return known;
  }

  private Optional<Module> read(ManagedFile file) {
    try {
      Image image = modules.open(file);
      return Optional.of(new Module(image, ImageSymbols.of(image, PortablePdb.of(image))));
    } catch (MetadataFormatException e) {
      if (file.named() || e.kind() == MetadataFormatException.Kind.DAMAGED) {
        problems.accept(Problems.describe(file.shown(), e));
      }
    } catch (IOException e) {
      problems.accept(Problems.describe(file.shown(), e));
    }
    return Optional.empty();
  }

  @Override
  public Optional<ModuleSymbols> find(UUID mvid) {
    return files.stream()
        .flatMap(file -> open(file).stream())
        .map(Module::symbols)
        .filter(each -> each.mvid().filter(mvid::equals).isPresent())
        .findFirst();
  }

  @Override
  public List<ModuleSymbols> named(String fileName) {
    return byName.getOrDefault(fileName.toLowerCase(Locale.ROOT), List.of()).stream()
        .flatMap(file -> open(file).stream())
        .map(Module::symbols)
        .toList();
  }

  @Override
  public List<ModuleSymbols> declaring(String type) {
    return files.stream()
        .flatMap(file -> open(file).stream())
        .filter(module -> module.image().findType(type).isPresent())
        .map(Module::symbols)
        .toList();
  }
}
