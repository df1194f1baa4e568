// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.symbols.SymbolSource;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.index.SymbolIndexes;
import dev.tiptoe.symbols.problem.Problem;
import java.io.IOException;
import java.nio.file.AccessMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The symbols in files that a user gives: modules, PDBs, packages, folders with all of these,
 * symbol indexes and folders of them. Thread-safe.
 *
 * @param store the modules, PDBs and native libraries
 * @param symbols the symbols of the indexes first, then those of the store
 */
public record SymbolFiles(Store store, Symbols symbols) {

  /** No files: only what is inside a module or beside it is found. */
  public static final SymbolFiles NONE = new SymbolFiles(Store.of(), Symbols.none());

  /**
   * Opens files and folders. Indexes are opened at once, all else when it is first needed.
   *
   * @throws IOException when one of them is not there or cannot be read
   */
  public static SymbolFiles of(List<Path> places) throws IOException {
    for (Path place : places) {
      place.getFileSystem().provider().checkAccess(place, AccessMode.READ);
    }
    return places.isEmpty() ? NONE : of(Store.builder().places(places));
  }

  static SymbolFiles of(StoreBuilder builder) {
    Beside listener = new Beside(builder.listener, new HashSet<>());
    List<SymbolSource> sources = new ArrayList<>();
    builder.asGiven.forEach(place -> sources.addAll(indexes(place, listener)));
    Store store = builder.listener(listener).build();
    sources.add(store);
    return new SymbolFiles(store, Symbols.of(sources.toArray(SymbolSource[]::new)));
  }

  private static List<SymbolSource> indexes(Path place, Beside listener) {
    try {
      List<SymbolSource> indexes = SymbolIndexes.in(place, listener::note);
      if (!indexes.isEmpty()) {
        listener.used().add(StoreBuilder.absolute(place));
      }
      return indexes;
    } catch (IOException | MetadataFormatException e) {
      listener.used().add(StoreBuilder.absolute(place));
      listener.unreadable(place, Problem.of(place.toString(), e));
      return List.of();
    }
  }

  /**
   * Listens to a store that is not all that uses the places; the indexes report from any thread.
   *
   * @param used the places that have indexes
   */
  private record Beside(StoreListener listener, Set<Path> used) implements StoreListener {

    @Override
    public void progress(long files, long read) {
      synchronized (listener) {
        listener.progress(files, read);
      }
    }

    @Override
    public void unused(Path place) {
      if (!used.contains(place)) {
        synchronized (listener) {
          listener.unused(place);
        }
      }
    }

    @Override
    public void unreadable(Path place, String problem) {
      synchronized (listener) {
        listener.unreadable(place, problem);
      }
    }

    @Override
    public void note(String text) {
      synchronized (listener) {
        listener.note(text);
      }
    }
  }
}
