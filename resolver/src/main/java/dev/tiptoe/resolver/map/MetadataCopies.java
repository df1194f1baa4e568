// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.feed.LoadedModule;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The metadata of modules without a file, from a feed; of each module the newest copy.
 *
 * <p>Threads: one thread feeds, any number read. Retains the copies, 512 MiB in all at most;
 * further ones are dropped.
 */
public final class MetadataCopies {

  private static final long MOST_BYTES = 512L << 20;

  /** What identifies a module, wherever and whenever it is loaded. */
  private record Key(String name, Optional<UUID> mvid) {
    static Key of(LoadedModule module) {
      return new Key(module.path(), module.mvid());
    }
  }

  private final ConcurrentMap<Key, Bytes> copies = new ConcurrentHashMap<>();

  /** Used by the feeding thread only. */
  private long bytes;

  /** No copies. */
  public MetadataCopies() {}

  /** The metadata of a module; empty when there is no copy of it. */
  public Optional<Bytes> of(LoadedModule module) {
    return Optional.ofNullable(copies.get(Key.of(module)));
  }

  void keep(LoadedModule module, Bytes metadata) {
    Bytes before = copies.get(Key.of(module));
    long after = bytes + metadata.length() - (before == null ? 0 : before.length());
    if (after <= MOST_BYTES) {
      copies.put(Key.of(module), metadata);
      bytes = after;
    }
  }
}
