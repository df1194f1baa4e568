// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.CodeView;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.nativesymbols.NativeFiles;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SoughtModule;
import dev.tiptoe.symbols.SymbolSource;
import dev.tiptoe.symbols.build.AgreedSymbols;
import dev.tiptoe.symbols.build.Build;
import dev.tiptoe.symbols.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Finds modules, their PDBs and native libraries by identity, in given files and folders and, if
 * any is given, on symbol servers. Thread-safe; a module that is open is found without a lock.
 *
 * <p>A file is used only when its own bytes have the identity that is sought. A name from outside
 * is compared with names and never leads out of a given folder.
 *
 * <p>Memory: the modules that are open, up to the limit given to the builder; with a file for the
 * catalog little else, otherwise some 300 bytes for each file in the folders.
 */
public final class Store implements SymbolSource, NativeFiles {

  /** Twice the metadata: the indexes by name that an image builds as it is used. */
  private static final int WEIGHT_FACTOR = 2;

  private static final long WEIGHT = 1 << 16;
  private static final int MOST_ELF_FILES = 8;
  private static final int MOST_SOUGHT = 1 << 16;

  /** The modules that were given, by their MVIDs. */
  private final Map<UUID, List<Image>> images;

  private final Holdings holdings;
  private final ModuleSearch search;
  private final List<SymbolServer> servers;
  private final OpenModules open;

  /** Where the files are of modules that were sought, one location of equal ones. */
  private final Map<Identity, List<Location>> sought = new ConcurrentHashMap<>();

  /** The builds of files and given modules, where there are several with one MVID. */
  private final Map<Object, Optional<Build>> builds = new ConcurrentHashMap<>();

  /** The differences between builds that were reported. */
  private final Set<String> differences = ConcurrentHashMap.newKeySet();

  /**
   * An open module.
   *
   * @param key equal for equal files
   * @param build finds its build, which takes longer than to open it
   */
  private record OpenModule(Object key, Supplier<Optional<Build>> build, ImageSymbols symbols) {}

  private Store(StoreBuilder builder) {
    this.images = new LinkedHashMap<>();
    this.holdings = new Holdings(builder.places, builder.catalog, builder.listener);
    this.search = new ModuleSearch(holdings);
    builder.images.forEach(this::add);
    this.servers = List.copyOf(builder.servers);
    this.open = new OpenModules(builder.memory);
  }

  private void add(Image image) {
    try {
      List<Image> builds =
          image
              .mvid()
              .map(mvid -> images.computeIfAbsent(mvid, none -> new ArrayList<>(1)))
              .orElseGet(ArrayList::new);
      if (builds.stream().noneMatch(build -> build.bytes().sameAs(image.bytes()))) {
        builds.add(image);
      }
    } catch (MetadataFormatException e) {
      holdings.report(String.valueOf(e.getMessage()));
    }
  }

  static Store of(StoreBuilder builder) {
    return new Store(builder);
  }

  /** Returns a builder of a store that has nothing yet. */
  public static StoreBuilder builder() {
    return new StoreBuilder();
  }

  /**
   * Returns a store of files and folders: modules, PDBs, packages, single-file bundles, symbol
   * stores, installations of .NET. They are read when they are first needed.
   */
  public static Store of(Path... places) {
    return builder().places(List.of(places)).build();
  }

  /** Returns a store of modules that are open already, such as copies in a trace. */
  public static Store ofImages(List<Image> images) {
    return builder().images(images).build();
  }

  /**
   * Lets the folders be compared with the catalog once more when something is not found. Needed
   * only where a store is used for long and files are added meanwhile.
   */
  public void refresh() {
    holdings.forgetRefresh();
    open.forgetAbsent();
    sought.clear();
  }

  @Override
  public Optional<ModuleSymbols> find(UUID mvid) {
    List<Image> given = images.getOrDefault(mvid, List.of());
    return given.isEmpty() ? held(new Identity.Mvid(mvid)) : given(given);
  }

  @Override
  public Optional<ModuleSymbols> ofPdb(UUID guid) {
    List<Image> given = given().filter(image -> namesPdb(image, guid)).toList();
    return given.isEmpty() ? held(new Identity.ModuleOfPdb(guid)) : given(given);
  }

  @Override
  public Optional<Image> image(SoughtModule module) {
    return Stream.concat(
            given().filter(image -> ModuleSearch.isThat(image, module)),
            search.locations(module).flatMap(location -> image(location).stream()))
        .findFirst();
  }

  /** The files that this opens are found by {@link #image}. */
  @Override
  public Optional<ModuleSymbols> withoutFile(SoughtModule module) {
    return Optional.empty();
  }

  /** Returns symbols of files of one module, of which any may be meant. */
  private Optional<ModuleSymbols> one(List<OpenModule> files) {
    if (files.size() <= 1 || files.stream().map(OpenModule::key).distinct().count() == 1) {
      return files.stream().<ModuleSymbols>map(OpenModule::symbols).findFirst();
    }
    Map<Build, ImageSymbols> all = new LinkedHashMap<>();
    for (OpenModule file : files) {
      build(file).ifPresent(build -> all.putIfAbsent(build, file.symbols()));
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(AgreedSymbols.of(all, this::noteOnce));
  }

  private Optional<Build> build(OpenModule file) {
    Optional<Build> known = builds.get(file.key());
    if (known == null) {
      known = file.build().get();
      if (builds.size() >= MOST_SOUGHT) {
        builds.clear();
      }
      builds.put(file.key(), known);
    }
    return known;
  }

  private void noteOnce(String difference) {
    if (differences.size() < MOST_SOUGHT && differences.add(difference)) {
      holdings.report(difference);
    }
  }

  private Stream<Image> given() {
    return images.values().stream().flatMap(List::stream);
  }

  private Optional<ModuleSymbols> given(List<Image> images) {
    return one(images.stream().flatMap(image -> opened(image).stream()).toList());
  }

  /** Returns the symbols of a module that was given. */
  private Optional<ImageSymbols> symbols(Image image) {
    // Its name may be from a trace, and says nothing about this machine's files.
    return open.get(image, () -> Optional.of(symbols(image, Optional.empty())));
  }

  private Optional<OpenModule> opened(Image image) {
    return symbols(image).map(symbols -> new OpenModule(image, () -> Build.of(image), symbols));
  }

  /** Returns the symbols of a module in the files and folders. */
  private Optional<ModuleSymbols> held(Identity identity) {
    List<Location> known = sought.get(identity);
    if (known == null) {
      known = distinct(holdings.modules(identity));
      if (sought.size() >= MOST_SOUGHT) {
        sought.clear();
      }
      sought.put(identity, known);
    }
    return one(known.stream().flatMap(location -> at(location).stream()).toList());
  }

  /** Returns one location of equal files. */
  private List<Location> distinct(List<Location> locations) {
    Map<FileChecksum, Location> files = new LinkedHashMap<>();
    locations.forEach(
        location ->
            holdings.checksum(location).ifPresent(file -> files.putIfAbsent(file, location)));
    return List.copyOf(files.values());
  }

  private static boolean namesPdb(Image image, UUID guid) {
    try {
      return image.debugDirectory().namesPdb(guid);
    } catch (MetadataFormatException e) {
      return false;
    }
  }

  /** Opens the module at a location, if it is the one that is sought. */
  private Optional<OpenModules.Opened> opened(Location location, Identity identity) {
    return image(location, identity).map(image -> symbols(image, Optional.of(location.file())));
  }

  private Optional<Image> image(Location location, Identity identity) {
    return holdings.confirmed(location, identity).flatMap(bytes -> image(bytes));
  }

  private Optional<Image> image(Bytes bytes) {
    try {
      return Optional.of(Image.of(bytes));
    } catch (MetadataFormatException e) {
      holdings.report(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private Optional<Image> image(Location location) {
    try {
      return image(holdings.opener().open(location));
    } catch (IOException | MetadataFormatException e) {
      holdings.report(Problem.of(location.toString(), e));
      return Optional.empty();
    }
  }

  private OpenModules.Opened symbols(Image image, Optional<Path> file) {
    PortablePdb pdb = pdb(image, file);
    long size = (long) image.metadataSize() + pdb.found().map(Image::metadataSize).orElse(0);
    return new OpenModules.Opened(ImageSymbols.of(image, pdb), WEIGHT + WEIGHT_FACTOR * size);
  }

  /**
   * Returns where the file with an identity is; empty when there is none. A PE file that is nowhere
   * else is requested from the servers.
   */
  public Optional<Location> locate(Identity identity) {
    String name = identity instanceof Identity.Pe pe ? pe.fileName() : "";
    Optional<Location> held =
        holdings.find(
            identity,
            name,
            location -> holdings.confirmed(location, identity).map(bytes -> location));
    return held.or(
        () ->
            SymbolKey.of(identity, name)
                .flatMap(
                    key ->
                        fetched(
                            key,
                            "",
                            file -> wrong(Location.of(file), unnamed(identity)),
                            reason -> {})));
  }

  /** Returns the identity of a file whose name is not known yet. */
  private static Identity unnamed(Identity identity) {
    return identity instanceof Identity.Pe pe
        ? new Identity.Pe(pe.timeStamp(), pe.sizeOfImage(), "")
        : identity;
  }

  private Optional<String> wrong(Location location, Identity identity) {
    return holdings.confirmed(location, identity).isPresent()
        ? Optional.empty()
        : Optional.of("it is another file");
  }

  /** Returns the module with an identity; empty when there is none. */
  public Optional<Image> module(Identity identity) {
    if (identity instanceof Identity.Mvid mvid && images.containsKey(mvid.mvid())) {
      return images.get(mvid.mvid()).stream().findFirst();
    }
    return locate(identity).flatMap(this::image);
  }

  /**
   * Returns the portable PDB of a module: the one inside it, else one beside it, in the given
   * folders and packages, or on a server. It has the identity and the checksum that the module
   * states; otherwise the answer is the reason.
   *
   * @param module a module that was opened by its path, or has another name than a path
   */
  @Override
  public PortablePdb pdb(Image module) {
    return pdb(module, path(module.file()));
  }

  private static Optional<Path> path(String file) {
    try {
      return Optional.of(Path.of(file));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private PortablePdb pdb(Image module, Optional<Path> file) {
    try {
      PdbSearch search = new PdbSearch(module, holdings.opener());
      return search
          .embedded()
          .or(() -> search(module, file, search))
          .<PortablePdb>map(PortablePdb.Found::new)
          .orElseGet(search::missing);
    } catch (MetadataFormatException e) {
      return new PortablePdb.Missing(String.valueOf(e.getMessage()));
    }
  }

  private Optional<Image> search(Image module, Optional<Path> file, PdbSearch search) {
    Optional<CodeView> named = module.debugDirectory().portablePdb();
    if (named.isEmpty()) {
      return Optional.empty();
    }
    String name = FileNames.base(named.get().path());
    Identity identity = new Identity.Pdb(named.get().id());
    return file.flatMap(own -> beside(own, name))
        .flatMap(search::at)
        .or(() -> holdings.find(identity, name, search::at))
        .or(() -> besideCopies(module, name, search))
        .or(
            () ->
                SymbolKey.portablePdb(name, named.get().id().guid())
                    .flatMap(key -> fetched(key, search))
                    .flatMap(search::at));
  }

  /** A copy of the module may be given by name, with its PDB beside it. */
  private Optional<Image> besideCopies(Image module, String name, PdbSearch search) {
    return module.mvid().map(Identity.Mvid::new).map(holdings::modules).stream()
        .flatMap(List::stream)
        .flatMap(copy -> beside(copy.file(), name).stream())
        .flatMap(pdb -> search.at(pdb).stream())
        .findFirst();
  }

  /** Returns the file of a name beside a file or beside the package or bundle of a member. */
  private static Optional<Location> beside(Path file, String name) {
    if (!FileNames.isSafe(name) || !file.isAbsolute()) {
      return Optional.empty();
    }
    try {
      Path sibling = file.resolveSibling(name);
      return Files.isRegularFile(sibling) ? Optional.of(Location.of(sibling)) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  @Override
  public List<Bytes> elfFiles(String buildId) {
    Identity identity = new Identity.BuildId(buildId);
    List<Bytes> all = new ArrayList<>();
    holdings.find(
        identity,
        "",
        location -> {
          if (all.size() < MOST_ELF_FILES) {
            holdings.confirmed(location, identity).ifPresent(all::add);
          }
          return Optional.empty();
        });
    return all;
  }

  @Override
  public List<Bytes> requestedElfFiles(String buildId, String fileName) {
    Identity identity = new Identity.BuildId(buildId);
    return Stream.of(SymbolKey.elfDebug(buildId), SymbolKey.elf(fileName, buildId))
        .flatMap(Optional::stream)
        .flatMap(key -> requested(key, identity).stream())
        .limit(1)
        .toList();
  }

  private Optional<Bytes> requested(SymbolKey key, Identity identity) {
    return fetched(key, "", file -> wrong(Location.of(file), identity), reason -> {})
        .flatMap(location -> holdings.confirmed(location, identity));
  }

  private Optional<Location> fetched(SymbolKey key, PdbSearch search) {
    return fetched(
        key,
        String.join(";", search.checksums().stream().map(Object::toString).toList()),
        search::wrong,
        search::reject);
  }

  private Optional<Location> fetched(
      SymbolKey key,
      String checksums,
      Function<Path, Optional<String>> wrong,
      Consumer<String> reasons) {
    for (SymbolServer server : servers) {
      SymbolServer.Answer answer = server.fetch(key, checksums, wrong);
      if (answer instanceof SymbolServer.Found found) {
        return Optional.of(Location.of(found.file()));
      }
      if (answer instanceof SymbolServer.Failed failed) {
        reasons.accept(failed.reason());
      }
    }
    return Optional.empty();
  }

  /**
   * Passes all modules on: those that were given, then those in the files and folders, in packages
   * and bundles, too. What cannot be read is reported to the listener.
   */
  public void forEachModule(Consumer<Image> receiver) {
    given().forEach(receiver);
    holdings.forEachModule(location -> image(location).ifPresent(receiver));
  }

  @Override
  public List<ModuleSymbols> named(String fileName) {
    String name = FileNames.base(fileName);
    Stream<OpenModule> given =
        given().filter(image -> isNamed(image, name)).flatMap(image -> opened(image).stream());
    Stream<OpenModule> held =
        search.modulesNamed(name).flatMap(entry -> at(entry.location()).stream());
    return distinct(Stream.concat(given, held));
  }

  @Override
  public List<ModuleSymbols> declaring(String type) {
    Stream<OpenModule> given =
        given()
            .filter(image -> symbols(image).filter(module -> module.declares(type)).isPresent())
            .flatMap(image -> opened(image).stream());
    Stream<OpenModule> held =
        holdings.types().declaring(type).stream()
            .flatMap(location -> at(location).stream())
            .filter(module -> module.symbols().declares(type));
    return distinct(Stream.concat(given, held));
  }

  @Override
  public boolean mayDeclare(String type) {
    return !images.isEmpty() || holdings.types().isDeclared(type);
  }

  private static boolean isNamed(Image image, String name) {
    try {
      return image.moduleName().equalsIgnoreCase(name);
    } catch (MetadataFormatException e) {
      return false;
    }
  }

  /** Returns the symbols of the module at a location; those of another copy, if they are open. */
  private Optional<OpenModule> at(Location location) {
    return holdings
        .checksum(location)
        .flatMap(
            file ->
                open.get(file, () -> opened(location, new Identity.Mvid(file.mvid())))
                    .map(
                        symbols ->
                            new OpenModule(
                                file, () -> image(location).flatMap(Build::of), symbols)));
  }

  /** Returns the symbols of each module; of all its builds, where there are several. */
  private List<ModuleSymbols> distinct(Stream<OpenModule> modules) {
    Map<Object, List<OpenModule>> distinct = new LinkedHashMap<>();
    modules.forEach(
        module ->
            distinct
                .computeIfAbsent(module.symbols().mvid(), none -> new ArrayList<>(1))
                .add(module));
    return distinct.values().stream().flatMap(files -> one(files).stream()).toList();
  }
}
