// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.given;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SymbolSource;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The symbols of some modules. */
public final class TestSymbols implements SymbolSource {

  /** The module of the test assembly Written, with its PDB. */
  public static final ModuleSymbols WRITTEN = of(TestAssembly.WRITTEN.path());

  /** The module of the test assembly Demo, with its PDB. */
  public static final ModuleSymbols DEMO = of(TestAssembly.DEMO.path());

  private final Map<UUID, ModuleSymbols> modules;

  private TestSymbols(Map<UUID, ModuleSymbols> modules) {
    this.modules = modules;
  }

  /** Reads the symbols of a file. */
  public static ModuleSymbols of(Path file) {
    try {
      Image image = Image.open(file);
      return ImageSymbols.of(image, PortablePdb.of(image));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the module version ID of a module. */
  public static UUID mvid(ModuleSymbols module) {
    return module.mvid().orElseThrow();
  }

  /** Returns the symbols of Written and Demo. */
  public static Symbols both() {
    return symbols(Map.of(mvid(WRITTEN), WRITTEN, mvid(DEMO), DEMO));
  }

  /** Returns symbols that have no module. */
  public static Symbols none() {
    return symbols(Map.of());
  }

  /** Returns the symbols of modules. */
  public static Symbols symbols(Map<UUID, ModuleSymbols> modules) {
    return Symbols.of(new TestSymbols(modules));
  }

  @Override
  public Optional<ModuleSymbols> find(UUID mvid) {
    return Optional.ofNullable(modules.get(mvid));
  }

  @Override
  public List<ModuleSymbols> named(String fileName) {
    return List.of();
  }

  @Override
  public List<ModuleSymbols> declaring(String type) {
    return List.of();
  }
}
