// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import com.google.common.collect.ImmutableListMultimap;
import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.Image;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The modules that references may lead to.
 *
 * <p>What is not among them is never opened. Immutable, for any number of threads; keeps the
 * images, and where each reference to an assembly leads once that was asked: many types are behind
 * each.
 */
public final class LoadedModules {

  /** A module that is an assembly's main one, with that assembly's identity. */
  private record Manifest(Image image, AssemblyIdentity identity) {}

  /**
   * The loaded assemblies that fit a reference best.
   *
   * @param images their main modules; none when no assembly of the name is loaded
   * @param tier how well they fit
   */
  record Fitting(List<Image> images, Tier tier) {}

  private final ImmutableListMultimap<String, Manifest> assemblies;
  private final ImmutableListMultimap<String, Image> modules;
  private final ImmutableListMultimap<String, Image> files;

  /** By module and row of AssemblyRef. */
  private final Map<Image, AtomicReferenceArray<Fitting>> fitting = new ConcurrentHashMap<>();

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

  /** The assemblies that fit {@code wanted} best; the case of names does not matter. */
  Fitting fitting(AssemblyRef wanted) {
    AtomicReferenceArray<Fitting> ofModule = ofModule(wanted.image());
    if (wanted.rid() >= ofModule.length()) {
      return best(wanted.identity());
    }
    Fitting known = ofModule.get(wanted.rid());
    if (known == null) {
      known = best(wanted.identity());
      ofModule.set(wanted.rid(), known);
    }
    return known;
  }

  private AtomicReferenceArray<Fitting> ofModule(Image module) {
    AtomicReferenceArray<Fitting> known = fitting.get(module);
    return known != null
        ? known
        : fitting.computeIfAbsent(
            module, one -> new AtomicReferenceArray<>(one.tables().whole(AssemblyRef.TABLE) + 1));
  }

  private Fitting best(AssemblyIdentity wanted) {
    List<Image> images = new ArrayList<>();
    Tier best = Tier.OTHER;
    for (Manifest one : assemblies.get(folded(wanted.name()))) {
      Tier tier = Tier.of(one.identity(), wanted);
      if (tier.compareTo(best) < 0) {
        images.clear();
        best = tier;
      }
      if (tier == best) {
        images.add(one.image());
      }
    }
    return new Fitting(List.copyOf(images), best);
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
