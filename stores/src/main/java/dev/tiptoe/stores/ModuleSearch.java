// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.stores.Catalog.Entry;
import dev.tiptoe.stores.Content.Kind;
import dev.tiptoe.symbols.SoughtModule;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds where the files of a module are, the likeliest first. Thread-safe.
 *
 * @param holdings what is in the given files and folders
 */
record ModuleSearch(Holdings holdings) {

  /** Returns where files are that may be a module, in the order in which they are to be used. */
  Stream<Location> locations(SoughtModule module) {
    return found(module).stream()
        .sorted(
            Comparator.comparingInt((Location at) -> -module.sameEnding(path(at)))
                .thenComparing(Location::toString));
  }

  private List<Location> found(SoughtModule module) {
    if (module.mvid().isPresent()) {
      return holdings.modules(new Identity.Mvid(module.mvid().get()));
    }
    if (module.pdb().isPresent()) {
      return holdings.modules(new Identity.ModuleOfPdb(module.pdb().get()));
    }
    String name = module.fileName();
    return modulesNamed(name)
        .map(Entry::location)
        .filter(location -> location.fileName().equalsIgnoreCase(name))
        .toList();
  }

  /** Returns the modules of a file name, and those that give themselves that name. */
  Stream<Entry> modulesNamed(String name) {
    return holdings.named(name).stream()
        .filter(entry -> entry.kind() == Kind.MODULE)
        .filter(
            entry ->
                entry.location().fileName().equalsIgnoreCase(name)
                    || entry.moduleName().equalsIgnoreCase(name));
  }

  private static String path(Location location) {
    return location.isFile() ? location.file().toString() : location.member();
  }

  /** Returns whether an open module is the one that is sought; false where it has no identity. */
  static boolean isThat(Image image, SoughtModule module) {
    try {
      return module.mvid().isPresent()
          ? image.mvid().equals(module.mvid())
          : module.pdb().filter(image.debugDirectory()::namesPdb).isPresent();
    } catch (MetadataFormatException e) {
      return false;
    }
  }
}
