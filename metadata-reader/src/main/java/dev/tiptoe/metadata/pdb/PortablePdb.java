// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.CodeView;
import dev.tiptoe.metadata.image.Image;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

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
    try {
      return module.embeddedPdb().<PortablePdb>map(Found::new).orElseGet(() -> beside(module));
    } catch (MetadataFormatException e) {
      return new Missing(String.valueOf(e.getMessage()));
    }
  }

  private static PortablePdb beside(Image module) {
    Optional<CodeView> named = module.debugDirectory().portablePdb();
    if (named.isEmpty()) {
      return new Missing(module.file() + " names no portable PDB");
    }
    try {
      String path = named.get().path();
      String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
      Path own = Path.of(module.file());
      if (!own.isAbsolute()) {
        return new Missing("the folder of " + own + " is not known");
      }
      Path file = own.resolveSibling(name);
      return Files.isRegularFile(file) ? opened(file, module) : new Missing("there is no " + file);
    } catch (IOException | InvalidPathException e) {
      return new Missing(String.valueOf(e.getMessage()));
    }
  }

  private static PortablePdb opened(Path file, Image module) throws IOException {
    Image pdb = Image.open(file);
    return pdb.isPdbOf(module)
        ? new Found(pdb)
        : new Missing(file + " is not the PDB of this build of " + module.file());
  }
}
