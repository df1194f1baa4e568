// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LoadContext;
import dev.tiptoe.resolver.map.storage.LoadContexts;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The modules that references may lead to, with what is known of their load contexts.
 *
 * <p>No other module is opened. Immutable and thread-safe. Keeps the images, the view they belong
 * to, and the target of each reference to an assembly that was resolved, since many types share
 * one.
 */
public final class LoadedModules {

  private final List<LoadedImage> all;
  private final Map<ModuleID, LoadedImage> byId = new HashMap<>();
  private final ImageIndex byImage;

  /** The modules by their names, without regard to case; null before it is used. */
  private volatile @Nullable Map<String, List<LoadedImage>> byName;

  /** The modules by the names of their files; null before it is used. */
  private volatile @Nullable Map<String, List<LoadedImage>> byFile;

  private final Optional<LoadContexts> contexts;
  private final boolean hasCopies;
  private final Optional<ObservedBindings> observed;
  private final AssemblyBinder binder;
  private final RowCache<List<Candidate>> cache;

  private LoadedModules(List<LoadedImage> all, @Nullable IdView view, boolean hasCopies) {
    this.all = all;
    this.hasCopies = hasCopies;
    byImage = new ImageIndex(all);
    all.forEach(module -> byId.put(module.id(), module));
    contexts = Optional.ofNullable(view).map(IdView::pinned).map(LoadContexts::in);
    RuntimeInfo.Kind kind =
        Optional.ofNullable(view)
            .flatMap(IdView::runtime)
            .map(RuntimeInfo::kind)
            .orElse(RuntimeInfo.Kind.CORE_CLR);
    binder = new AssemblyBinder(all, contexts, kind, hasCopies);
    cache = new RowCache<>(AssemblyRef.TABLE, all.size());
    observed = Optional.ofNullable(view).map(of -> new ObservedBindings(of, this));
  }

  /**
   * Returns these modules, treating a folder of files as loaded; they are numbered from 1. When two
   * fit a reference equally well, the earlier one is preferred. Two files with one MVID are copies
   * of one module.
   */
  public static LoadedModules of(Collection<Image> images) {
    Map<ModuleID, Image> numbered = new LinkedHashMap<>();
    for (Image image : images) {
      numbered.put(new ModuleID(numbered.size() + 1), image);
    }
    return ofFolder(numbered);
  }

  /** Returns the same modules, numbered by the caller. */
  public static LoadedModules ofFolder(Map<ModuleID, Image> images) {
    return new LoadedModules(listed(images), null, true);
  }

  /** Returns these modules of a running program, whose load contexts are not known. */
  public static LoadedModules of(Map<ModuleID, Image> images) {
    return new LoadedModules(listed(images), null, false);
  }

  /**
   * Returns these modules of a running program, with the load contexts and bindings observed in a
   * view of its map. In a view of now, a binding may be observed when it is first requested.
   */
  public static LoadedModules in(IdView view, Map<ModuleID, Image> images) {
    return new LoadedModules(listed(images), view, false);
  }

  private static List<LoadedImage> listed(Map<ModuleID, Image> images) {
    LoadedImage[] all = new LoadedImage[images.size()];
    int place = 0;
    for (Map.Entry<ModuleID, Image> each : images.entrySet()) {
      all[place] = new LoadedImage(each.getKey(), each.getValue(), place);
      place++;
    }
    return List.of(all);
  }

  /** Returns all of them. */
  public List<LoadedImage> all() {
    return all;
  }

  /** Returns the module with an ID. */
  public Optional<LoadedImage> module(ModuleID id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Returns what is known of the load context of a module. */
  public LoadContext contextOf(LoadedImage module) {
    return contexts
        .map(known -> known.of(module.id()))
        .orElseGet(() -> new LoadContext.Unknown(LoadContext.Reason.NO_RUNTIME));
  }

  /** Returns the module of an image; the first, if it is loaded more than once. */
  LoadedImage of(Image image) {
    return byImage.of(image);
  }

  /**
   * Returns whether two files with one MVID are copies of one module, and not one module loaded
   * twice.
   */
  boolean hasCopies() {
    return hasCopies;
  }

  /**
   * Returns the assemblies that an AssemblyRef of a module may mean, best first; a single one is
   * certain.
   */
  List<Candidate> candidates(LoadedImage from, int assemblyRef) {
    List<Candidate> known = cache.get(from, assemblyRef);
    if (known == null) {
      known =
          observed
              .flatMap(bindings -> bindings.of(from, assemblyRef))
              .map(List::of)
              .orElseGet(() -> possible(from, assemblyRef));
      cache.put(from, assemblyRef, known, 1 + known.size());
    }
    return known;
  }

  /** Returns the same, without regard to observations. */
  List<Candidate> possible(LoadedImage from, int assemblyRef) {
    return binder.candidates(from, new AssemblyRef(from.image(), assemblyRef).identity());
  }

  /**
   * Returns the assemblies of which an observation may show that a reference was bound to them;
   * none when it can only be one.
   */
  List<Candidate> observable(LoadedImage from, int assemblyRef) {
    List<Candidate> named =
        binder.named(from, new AssemblyRef(from.image(), assemblyRef).identity());
    return named.size() == 1 && named.get(0).isBound() ? List.of() : named;
  }

  /**
   * Returns whether the {@code Load} of the referring module's context may have supplied an
   * assembly that the binder refuses.
   */
  boolean mayBeSupplied(LoadedImage from, Candidate to) {
    return binder.mayBeSupplied(from, to);
  }

  /**
   * Returns the modules whose references were requested, and of which is observed by now that they
   * lead elsewhere; none for a view of the past.
   */
  Set<ModuleID> outdated() {
    return observed.map(ObservedBindings::outdated).orElse(Set.of());
  }

  /** Returns all assemblies that a module may refer to, whatever their names. */
  List<Candidate> elsewhere(LoadedImage from) {
    return binder.all(from);
  }

  /**
   * Returns the modules of the assembly of {@code from} whose Module row has that name, in any
   * case.
   */
  List<Candidate> modules(LoadedImage from, String name) {
    Map<String, List<LoadedImage>> known = byName;
    if (known == null) {
      known = all.stream().collect(Collectors.groupingBy(module -> folded(module.name())));
      byName = known;
    }
    return binder.parts(from, known.getOrDefault(folded(name), List.of()));
  }

  /** Returns the modules of the assembly of {@code from} that lie in a file of that name. */
  List<Candidate> files(LoadedImage from, String name) {
    Map<String, List<LoadedImage>> known = byFile;
    if (known == null) {
      known =
          all.stream().collect(Collectors.groupingBy(module -> fileName(module.image().file())));
      byFile = known;
    }
    return binder.parts(from, known.getOrDefault(name, List.of()));
  }

  /** Returns the last part of a path, which may come from another system. */
  private static String fileName(String path) {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }

  static String folded(String name) {
    return name.toUpperCase(Locale.ROOT);
  }
}
