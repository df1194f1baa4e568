// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.metadata.image.Image;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A {@link Store} that is being made. For one thread. */
public final class StoreBuilder {

  private static final long MEMORY = 256 << 20;

  final List<Path> places = new ArrayList<>();
  final List<Path> asGiven = new ArrayList<>();
  final List<Image> images = new ArrayList<>();
  final List<SymbolServer> servers = new ArrayList<>();
  Optional<Path> catalog = Optional.empty();
  StoreListener listener = StoreListener.NONE;
  long memory = MEMORY;

  StoreBuilder() {}

  /**
   * Adds files and folders. Folders are read with everything below; links to folders in them are
   * not followed.
   */
  public StoreBuilder places(List<Path> more) {
    asGiven.addAll(more);
    more.forEach(place -> places.add(absolute(place)));
    return this;
  }

  static Path absolute(Path place) {
    return place.toAbsolutePath().normalize();
  }

  /** Adds modules that are open already, such as copies in a trace. */
  public StoreBuilder images(List<Image> more) {
    images.addAll(more);
    return this;
  }

  /**
   * Adds a symbol server, for files that are found nowhere else. Without one, nothing is ever
   * requested over a network.
   */
  public StoreBuilder server(SymbolServer server) {
    servers.add(server);
    return this;
  }

  /**
   * Names the file that keeps what is in the folders for the next use. Without it the files are
   * read each time.
   *
   * <p>What the file has is used as it is; when something is not found, the folders are compared
   * with it once, and it is replaced if they have changed. Several processes may use one file.
   */
  public StoreBuilder catalog(Path file) {
    catalog = Optional.of(file);
    return this;
  }

  /** Names the listener for progress and problems. */
  public StoreBuilder listener(StoreListener listener) {
    this.listener = listener;
    return this;
  }

  /** Limits the memory for open modules, in bytes; otherwise it is 256 MiB. */
  public StoreBuilder memory(long bytes) {
    memory = bytes;
    return this;
  }

  /** Returns the store. */
  public Store build() {
    return Store.of(this);
  }

  /**
   * Returns the store, and with it the symbol indexes that are in the same places, which are opened
   * now. The listener gets the problems of both.
   */
  public SymbolFiles withIndexes() {
    return SymbolFiles.of(this);
  }
}
