// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.stores.Catalog.Entry;
import dev.tiptoe.stores.Content.Kind;
import dev.tiptoe.symbols.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The contents of the given files and folders. The places of an identity in the known layouts are
 * searched first, then the catalog, which is refreshed at most once, if something is not in it.
 * Thread-safe; one thread refreshes.
 */
final class Holdings {

  private static final int MOST_CHECKSUMS = 1 << 14;

  private final List<Path> places;
  private final List<Path> folders;
  private final CatalogFile file;
  private final StoreListener listener;
  private final Opener opener = new Opener();

  /** The checksums of modules at locations, until the next refresh. */
  private final Map<Location, Optional<FileChecksum>> checksums = new ConcurrentHashMap<>();

  /** The catalog, and whether it was refreshed. */
  private record State(Catalog catalog, boolean refreshed) {}

  private volatile @Nullable State state;
  private volatile @Nullable TypeIndex types;

  Holdings(List<Path> places, Optional<Path> catalog, StoreListener listener) {
    this.places = List.copyOf(places);
    this.folders = places.stream().filter(Files::isDirectory).toList();
    this.file = new CatalogFile(catalog, places, listener);
    this.listener = listener;
  }

  void report(String problem) {
    synchronized (listener) {
      listener.note(problem);
    }
  }

  /**
   * Returns the first result for a location at which a file with an identity may be.
   *
   * @param name the file name, where it is known; from outside
   */
  <T> Optional<T> find(Identity identity, String name, Function<Location, Optional<T>> use) {
    Set<Location> tried = new HashSet<>();
    for (Path folder : folders) {
      for (Path path : Layout.files(folder, identity, name)) {
        Optional<T> found = tried(Location.of(path), tried, use);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    if (places.isEmpty()) {
      return Optional.empty();
    }
    long key = Keys.of(identity);
    Optional<T> known = first(reading(catalog -> catalog.find(key)), tried, use);
    return known.isPresent() || !refresh()
        ? known
        : first(reading(catalog -> catalog.find(key)), tried, use);
  }

  /** Returns the locations of all modules with an identity. */
  List<Location> modules(Identity identity) {
    if (places.isEmpty()) {
      return List.of();
    }
    long key = Keys.of(identity);
    Supplier<List<Location>> known =
        () ->
            reading(catalog -> catalog.find(key)).stream()
                .map(Entry::location)
                .distinct()
                .filter(location -> confirmed(location, identity).isPresent())
                .toList();
    List<Location> found = known.get();
    return !found.isEmpty() || !refresh() ? found : known.get();
  }

  private static <T> Optional<T> first(
      List<Entry> entries, Set<Location> tried, Function<Location, Optional<T>> use) {
    return entries.stream()
        .flatMap(entry -> tried(entry.location(), tried, use).stream())
        .findFirst();
  }

  private static <T> Optional<T> tried(
      Location location, Set<Location> tried, Function<Location, Optional<T>> use) {
    return tried.add(location) ? use.apply(location) : Optional.empty();
  }

  /** Returns all that has a file name, in any case. */
  List<Entry> named(String name) {
    if (places.isEmpty()) {
      return List.of();
    }
    long key = Keys.ofName(name);
    List<Entry> known = reading(catalog -> catalog.find(key));
    return !known.isEmpty() || !refresh() ? known : reading(catalog -> catalog.find(key));
  }

  /** Passes the locations of all modules on. */
  void forEachModule(Consumer<Location> receiver) {
    int count = places.isEmpty() ? 0 : reading(Catalog::contents);
    for (int i = 0; i < count; i++) {
      int number = i;
      Entry entry = reading(catalog -> catalog.content(number));
      if (entry.kind() == Kind.MODULE) {
        receiver.accept(entry.location());
      }
    }
  }

  Opener opener() {
    return opener;
  }

  /** Returns the bytes at a location, if they have an identity. */
  Optional<Bytes> confirmed(Location location, Identity identity) {
    try {
      Bytes bytes = opener.open(location);
      return Contents.of(bytes, location.fileName(), location.member())
          .filter(content -> content.has(identity))
          .map(content -> bytes);
    } catch (NoSuchFileException e) {
      // It is gone since the catalog was made.
      return Optional.empty();
    } catch (IOException | MetadataFormatException e) {
      report(Problem.of(location.toString(), e));
      return Optional.empty();
    }
  }

  /** Returns the properties by which the file at a location is distinguished from others. */
  Optional<FileChecksum> checksum(Location location) {
    Optional<FileChecksum> known = checksums.get(location);
    return known != null ? known : readChecksum(location);
  }

  private Optional<FileChecksum> readChecksum(Location location) {
    try {
      Optional<FileChecksum> checksum = FileChecksum.of(opener.open(location));
      if (checksums.size() >= MOST_CHECKSUMS) {
        checksums.clear();
      }
      checksums.put(location, checksum);
      return checksum;
    } catch (NoSuchFileException e) {
      // It is gone since the catalog was made.
      return Optional.empty();
    } catch (IOException | MetadataFormatException e) {
      report(Problem.of(location.toString(), e));
      return Optional.empty();
    }
  }

  /** Reads from the catalog; a damaged one is made anew. */
  private <T> T reading(Function<Catalog, T> reading) {
    try {
      return reading.apply(state().catalog());
    } catch (CatalogException e) {
      report("the catalog: " + e.getMessage() + "; a new one is made");
      return reading.apply(renewed());
    }
  }

  private State state() {
    State known = state;
    return known != null ? known : load();
  }

  private synchronized State load() {
    State known = state;
    if (known == null) {
      Optional<Catalog> existing = file.existing();
      known =
          existing.isPresent()
              ? new State(existing.get(), false)
              : new State(file.refreshed(Optional.empty()), true);
      state = known;
    }
    return known;
  }

  private synchronized Catalog renewed() {
    Catalog renewed = file.refreshed(Optional.empty());
    state = new State(renewed, true);
    return renewed;
  }

  /** Lets the catalog be refreshed again when something is not found. */
  synchronized void forgetRefresh() {
    State known = state;
    if (known != null) {
      state = new State(known.catalog(), false);
      types = null;
    }
    checksums.clear();
  }

  /** Refreshes the catalog, unless that was done before; returns whether something is new. */
  private boolean refresh() {
    return !state().refreshed() && refreshOnce();
  }

  private synchronized boolean refreshOnce() {
    State known = state();
    if (known.refreshed()) {
      // Another thread did it since this one read the old catalog.
      return true;
    }
    Catalog refreshed = file.refreshed(Optional.of(known.catalog()));
    state = new State(refreshed, true);
    return refreshed != known.catalog();
  }

  /** Returns the names of the types of all modules, or of those given by name if there are many. */
  TypeIndex types() {
    TypeIndex known = types;
    return known != null ? known : makeTypes();
  }

  private synchronized TypeIndex makeTypes() {
    TypeIndex known = types;
    if (known == null) {
      if (!places.isEmpty()) {
        refresh();
      }
      known = TypeIndex.of(opener, places.isEmpty() ? List.of() : reading(this::modules));
      types = known;
    }
    return known;
  }

  private List<Location> modules(Catalog catalog) {
    List<Location> modules = new ArrayList<>();
    boolean many = catalog.contents() > 4 * TypeIndex.MOST_MODULES;
    Supplier<Set<Path>> named =
        () -> new HashSet<>(places.stream().filter(place -> !folders.contains(place)).toList());
    Set<Path> given = many ? named.get() : Set.of();
    for (int i = 0; i < catalog.contents() && modules.size() < TypeIndex.MOST_MODULES; i++) {
      Entry entry = catalog.content(i);
      if (entry.kind() == Kind.MODULE && (!many || given.contains(entry.location().file()))) {
        modules.add(entry.location());
      }
    }
    if (many) {
      report("too many modules to look for a type in each: only those given by name are searched");
    }
    return modules;
  }
}
