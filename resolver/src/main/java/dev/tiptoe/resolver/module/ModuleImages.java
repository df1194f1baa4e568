// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.module;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.resolver.answer.ModuleImage;
import dev.tiptoe.resolver.answer.ModuleImage.Identity;
import dev.tiptoe.resolver.answer.ModuleImage.Opened;
import dev.tiptoe.resolver.answer.ModuleImage.Reason;
import dev.tiptoe.resolver.answer.ModuleImage.Unavailable;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.reference.LoadedModules;
import dev.tiptoe.symbols.SoughtModule;
import dev.tiptoe.symbols.Symbols;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of loaded modules, opened on first use or given in advance.
 *
 * <p>When the MVID of the loaded module is known, only a file with that MVID is used: a file that
 * was replaced since gives no answer rather than a wrong one. The same holds for the GUID of its
 * PDB when that alone is known. When neither is known, the file at the path is used, and {@link
 * ModuleImage.Opened#identity} is {@link ModuleImage.Identity#PATH_ALONE}. When there is no such
 * file, {@link Symbols#image} may find it elsewhere; for a module of which neither is known, what
 * it finds precedes the file at the path. When there is no file, the copy in the recording is used.
 * A module that is not loaded is never opened.
 *
 * <p>A recording may be forged, and so may its paths. Only regular files at absolute paths are
 * opened, none on another machine, and nothing is written.
 *
 * <p>Thread-safe. Keeps modules whose metadata takes half of the heap at most; the least recently
 * used ones are evicted first. Each costs its metadata and the cached names. Images given in
 * advance are kept in addition.
 */
public final class ModuleImages {

  /** Half of the heap. */
  private static final long MOST_KIB = Runtime.getRuntime().maxMemory() >> 11;

  /** The cost of a module apart from its metadata, also of one that could not be opened. */
  private static final int LEAST_KIB = 64;

  /** The identity of a module's file. */
  private record Key(String path, Optional<UUID> mvid, Optional<UUID> pdb) {
    static Key of(LoadedModule module) {
      return new Key(module.path(), module.mvid(), module.pdb());
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key
          && path.equals(key.path)
          && mvid.equals(key.mvid)
          && pdb.equals(key.pdb);
    }

    /** Both are written out, because what Java generates takes 5 ms of a command's start. */
    @Override
    public int hashCode() {
      return path.hashCode() * 31 + mvid.hashCode();
    }
  }

  /** The result of opening a module, and the copy it was made from. */
  private record Made(ModuleImage image, Optional<Bytes> copy) {}

  private final Function<LoadedModule, Optional<Bytes>> copies;
  private final Symbols symbols;
  private final Map<Key, ModuleImage> given = new HashMap<>();
  private final Cache<Key, Made> images =
      Caffeine.newBuilder().maximumWeight(MOST_KIB).weigher(ModuleImages::kib).build();

  /** Creates an instance that knows no modules without a file. */
  public ModuleImages() {
    this(module -> Optional.empty());
  }

  /** Creates an instance that reads modules without a file from the copies. */
  public ModuleImages(Function<LoadedModule, Optional<Bytes>> copies) {
    this(copies, Symbols.none(), Map.of());
  }

  /**
   * Creates an instance with given images; modules without a file are read from the copies. Of two
   * given images with one path and one MVID, which are copies of one module, the first is used for
   * both.
   *
   * @param symbols finds the files that are not at their paths
   */
  public ModuleImages(
      Function<LoadedModule, Optional<Bytes>> copies,
      Symbols symbols,
      Map<LoadedModule, Image> given) {
    this.copies = copies;
    this.symbols = symbols;
    given.forEach(
        (module, image) ->
            this.given.putIfAbsent(
                Key.of(module), new Opened(image, new Names(image), Identity.GIVEN)));
  }

  /** Returns what finds the files that are not at their paths. */
  public Symbols symbols() {
    return symbols;
  }

  /**
   * Returns the known properties of a module, for a search.
   *
   * @param image its metadata, where that is open
   */
  public SoughtModule sought(LoadedModule module, Optional<Image> image) {
    return new SoughtModule(
        module.path(),
        module.mvid().isPresent() ? module.mvid() : image.flatMap(ModuleImages::mvid),
        module.pdb());
  }

  private static Optional<UUID> mvid(Image image) {
    try {
      return image.mvid();
    } catch (MetadataFormatException damaged) {
      return Optional.empty();
    }
  }

  /** Returns the metadata of a module. */
  public ModuleImage of(LoadedModule module) {
    Key key = Key.of(module);
    ModuleImage known = given.get(key);
    return known == null ? opened(key, module) : known;
  }

  private ModuleImage opened(Key key, LoadedModule module) {
    Optional<Bytes> copy = copies.apply(module);
    Made made = images.get(key, unknown -> make(module, copy));
    if (!made.copy().equals(copy)) {
      made = make(module, copy);
      images.put(key, made);
    }
    return made.image();
  }

  /** Returns the metadata of the module with {@code id} in {@code view}. */
  public ModuleImage of(IdView view, ModuleID id) {
    return view.meaningOf(id)
        .valid()
        .map(fact -> of(fact.loaded()))
        .orElseGet(() -> new Unavailable(Reason.NOT_LOADED, id + " is not loaded"));
  }

  /**
   * Returns the modules that references may lead to: all that are loaded in {@code view} and can be
   * opened, with their load contexts, and the bindings observed in the view.
   */
  public LoadedModules loadedIn(IdView view) {
    return LoadedModules.in(view, openedIn(view));
  }

  /** Returns the metadata of all modules that are loaded in {@code view} and can be opened. */
  public Map<ModuleID, Image> openedIn(IdView view) {
    Map<ModuleID, Image> opened = new LinkedHashMap<>();
    view.modules()
        .forEach(
            module ->
                of(module.loaded())
                    .opened()
                    .ifPresent(image -> opened.put(module.id(), image.image())));
    return opened;
  }

  private static int kib(Key key, Made made) {
    int bytes = made.image().opened().map(of -> of.image().metadataSize()).orElse(0);
    return LEAST_KIB + (bytes >> 10);
  }

  /** Prefers the file, if it is the one that was loaded, to the copy: a file has code too. */
  private Made make(LoadedModule module, Optional<Bytes> copy) {
    ModuleImage file = file(module);
    return new Made(
        file.opened().isPresent() ? file : copy.map(bytes -> open(module, bytes)).orElse(file),
        copy);
  }

  private ModuleImage file(LoadedModule module) {
    ModuleImage atPath = open(module);
    boolean isSure = atPath.opened().filter(it -> it.identity() != Identity.PATH_ALONE).isPresent();
    return isSure
        ? atPath
        : located(module).map(it -> (ModuleImage) it).orElseGet(() -> notLocated(module, atPath));
  }

  private ModuleImage notLocated(LoadedModule module, ModuleImage atPath) {
    return atPath instanceof Unavailable missing
            && missing.reason() != Reason.OTHER_BUILD
            && isAtHandAsOtherBuild(module)
        ? new Unavailable(
            Reason.OTHER_BUILD,
            missing.detail() + ", and the " + module.fileName() + " at hand is another build")
        : atPath;
  }

  private boolean isAtHandAsOtherBuild(LoadedModule module) {
    SoughtModule sought = sought(module, Optional.empty());
    return sought.isIdentified() && symbols.image(sought.anyBuild()).isPresent();
  }

  private Optional<Opened> located(LoadedModule module) {
    return module.isDynamic()
        ? Optional.empty()
        : symbols
            .image(sought(module, Optional.empty()))
            .flatMap(image -> opened(image, identity(module, Identity.NAME_ALONE)));
  }

  private static Optional<Opened> opened(Image image, Identity identity) {
    try {
      return Optional.of(new Opened(image, new Names(image), identity));
    } catch (MetadataFormatException changedSince) {
      return Optional.empty();
    }
  }

  /** Returns how a file that was found by its path or name is known to be the module. */
  private static Identity identity(LoadedModule module, Identity unknown) {
    if (module.mvid().isPresent()) {
      return Identity.MVID;
    }
    return module.pdb().isPresent() ? Identity.PDB : unknown;
  }

  private static ModuleImage open(LoadedModule module, Bytes copy) {
    try {
      Image image = Image.of(copy.named(module.path()));
      return module.mvid().isPresent() && !module.mvid().equals(image.mvid())
          ? new Unavailable(
              Reason.OTHER_BUILD, "the copy of " + module.path() + " is another module's")
          : new Opened(image, new Names(image), Identity.COPY);
    } catch (MetadataFormatException e) {
      return new Unavailable(Reason.DAMAGED, String.valueOf(e.getMessage()));
    }
  }

  private static ModuleImage open(LoadedModule module) {
    try {
      Path file = Path.of(module.path());
      if (module.isDynamic() || isOnAnotherMachine(module.path())) {
        return new Unavailable(Reason.NO_FILE, module.path() + " is no file");
      }
      if (!file.isAbsolute()) {
        return new Unavailable(
            Reason.NO_FILE, module.path() + " is relative to a folder that is not known");
      }
      if (!Files.isRegularFile(file)) {
        return new Unavailable(Reason.NO_FILE, module.path() + " is no file");
      }
      Image image = Image.open(file);
      if (module.mvid().isPresent() && !module.mvid().equals(image.mvid())) {
        return new Unavailable(
            Reason.OTHER_BUILD,
            module.path() + " is not the file that was loaded (its MVID differs)");
      }
      if (module.mvid().isEmpty() && !isOfPdb(image, module)) {
        return new Unavailable(
            Reason.OTHER_BUILD,
            module.path() + " is not the file that was loaded (its PDB differs)");
      }
      return new Opened(image, new Names(image), identity(module, Identity.PATH_ALONE));
    } catch (IOException | InvalidPathException | MetadataFormatException e) {
      return new Unavailable(Reason.DAMAGED, String.valueOf(e.getMessage()));
    }
  }

  /** Returns whether an image names the PDB of a module, as far as that is known. */
  private static boolean isOfPdb(Image image, LoadedModule module) {
    return module.pdb().map(image.debugDirectory()::namesPdb).orElse(true);
  }

  /**
   * Returns whether Windows would request it from a server, and so reveal the user to that server.
   */
  private static boolean isOnAnotherMachine(String path) {
    return path.startsWith("\\\\") || path.startsWith("//");
  }
}
