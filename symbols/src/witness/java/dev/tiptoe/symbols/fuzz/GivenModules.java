// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.fuzz;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SymbolSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Some modules, all of which are open. */
final class GivenModules implements SymbolSource {

  private final List<ImageSymbols> modules = new ArrayList<>();

  GivenModules(List<Path> files) {
    try {
      for (Path file : files) {
        Image image = Image.open(file);
        modules.add(ImageSymbols.of(image, PortablePdb.of(image)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Optional<ModuleSymbols> find(UUID mvid) {
    return modules.stream()
        .filter(module -> module.mvid().equals(Optional.of(mvid)))
        .<ModuleSymbols>map(module -> module)
        .findFirst();
  }

  @Override
  public List<ModuleSymbols> named(String fileName) {
    return modules.stream()
        .filter(module -> module.name().equalsIgnoreCase(fileName))
        .<ModuleSymbols>map(module -> module)
        .toList();
  }

  @Override
  public List<ModuleSymbols> declaring(String type) {
    return modules.stream()
        .filter(module -> module.declares(type))
        .<ModuleSymbols>map(module -> module)
        .toList();
  }
}
