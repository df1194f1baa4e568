// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import com.google.common.collect.ImmutableListMultimap;
import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.image.Image;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The modules that references may lead to.
 *
 * <p>What is not among them is never opened. Immutable, for any number of threads; keeps the
 * images.
 */
public final class LoadedModules {

  /** A module that is an assembly's main one, with that assembly's identity. */
  record Manifest(Image image, AssemblyIdentity identity) {}

  private final ImmutableListMultimap<String, Manifest> assemblies;
  private final ImmutableListMultimap<String, Image> modules;
  private final ImmutableListMultimap<String, Image> files;

  private LoadedModules(Collection<Image> images) {
    var byAssembly = ImmutableListMultimap.<String, Manifest>builder();
    var byModule = ImmutableListMultimap.<String, Image>builder();
    var byFile = ImmutableListMultimap.<String, Image>builder();
    for (Image image : images) {
      image.assembly().ifPresent(id -> byAssembly.put(folded(id.name()), new Manifest(image, id)));
      byModule.put(folded(image.moduleName()), image);
      byFile.put(fileName(image.file()), image);
    }
    assemblies = byAssembly.build();
    modules = byModule.build();
    files = byFile.build();
  }

  /**
   * These modules and no others. Where two fit a reference equally well, the earlier one is
   * preferred.
   */
  public static LoadedModules of(Collection<Image> images) {
    return new LoadedModules(images);
  }

  /** The assemblies of that simple name; case does not matter. */
  List<Manifest> assemblies(String name) {
    return assemblies.get(folded(name));
  }

  /** The modules whose Module row has that name; case does not matter. */
  List<Image> modules(String name) {
    return modules.get(folded(name));
  }

  /** The modules that lie in a file of that name. */
  List<Image> files(String name) {
    return files.get(name);
  }

  /** The last part of a path, which need not be one of this machine's. */
  private static String fileName(String path) {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }

  private static String folded(String name) {
    return name.toUpperCase(Locale.ROOT);
  }
}
