// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.CodeView;
import dev.tiptoe.metadata.image.Image;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The portable PDB of a module, or the reason why it is not available. Immutable and thread-safe.
 */
public sealed interface PortablePdb {

  /** Returns the PDB, if it is available. */
  default Optional<Image> found() {
    return Optional.empty();
  }

  /**
   * The PDB is available.
   *
   * @param image its tables; {@link Image#isPdbOf} the module
   */
  record Found(Image image) implements PortablePdb {
    @Override
    public Optional<Image> found() {
      return Optional.of(image);
    }
  }

  /**
   * There is none, it is another module's, or it is damaged.
   *
   * @param reason the reason, as text
   */
  record Missing(String reason) implements PortablePdb {}

  /**
   * Looks inside the module, then in its folder for the file whose name the module gives. Folders
   * that the module names are not searched, and none at all when the module's own path is not
   * absolute, because such a path is not relative to our working directory. An embedded PDB is
   * decompressed by each call.
   */
  static PortablePdb of(Image module) {
    return of(module, name -> List.of());
  }

  /**
   * Looks in the same places, then at other files.
   *
   * @param elsewhere returns the files to look at for the name of a PDB; only one with the identity
   *     that the module gives is used
   */
  static PortablePdb of(Image module, Function<String, List<Path>> elsewhere) {
    try {
      Optional<Image> embedded = module.embeddedPdb();
      if (embedded.isPresent()) {
        return new Found(embedded.get());
      }
      Optional<CodeView> named = module.debugDirectory().portablePdb();
      if (named.isEmpty()) {
        return new Missing(module.file() + " names no portable PDB");
      }
      String path = named.get().path();
      String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
      PortablePdb beside = beside(module, name);
      return beside.found().isPresent()
          ? beside
          : elsewhere.apply(name).stream()
              .map(file -> opened(file, module))
              .filter(pdb -> pdb.found().isPresent())
              .findFirst()
              .orElse(beside);
    } catch (MetadataFormatException e) {
      return new Missing(String.valueOf(e.getMessage()));
    }
  }

  private static PortablePdb beside(Image module, String name) {
    try {
      Path own = Path.of(module.file());
      if (!own.isAbsolute()) {
        return new Missing("the folder of " + own + " is not known");
      }
      Path file = own.resolveSibling(name);
      return Files.isRegularFile(file) ? opened(file, module) : new Missing("there is no " + file);
    } catch (InvalidPathException e) {
      return new Missing(String.valueOf(e.getMessage()));
    }
  }

  private static PortablePdb opened(Path file, Image module) {
    try {
      Image pdb = Image.open(file);
      return pdb.isPdbOf(module)
          ? new Found(pdb)
          : new Missing(file + " is not the PDB of this build of " + module.file());
    } catch (IOException | MetadataFormatException e) {
      return new Missing(String.valueOf(e.getMessage()));
    }
  }
}
