// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * The metadata of modules without a file, from a feed; of each module the newest copy.
 *
 * <p>Threads: one thread feeds, any number read. Retains the copies, 512 MiB in all at most;
 * further ones are dropped.
 */
final class MetadataCopies {

  private static final long MOST_BYTES = 512L << 20;

  /** How many copies may wait for the descriptions of their modules. */
  private static final int MOST_EARLY = 1_000;

  /** What identifies a module, wherever and whenever it is loaded. */
  private record Key(String name, Optional<UUID> mvid) {
    static Key of(LoadedModule module) {
      return new Key(module.path(), module.mvid());
    }
  }

  /**
   * A copy.
   *
   * @param at when it was made
   */
  record Copy(long at, Bytes metadata) {}

  /** A copy of a module that is not described yet. */
  private record Early(ModuleID module, Copy copy) {}

  private final ConcurrentMap<Key, Copy> copies = new ConcurrentHashMap<>();

  /** Used by the feeding thread only, as is what follows. */
  private List<Early> early = new ArrayList<>();

  private long bytes;

  /** The metadata of a module; empty when there is no copy of it. */
  Optional<Bytes> of(LoadedModule module) {
    return Optional.ofNullable(copies.get(Key.of(module))).map(Copy::metadata);
  }

  /** Keeps a copy of what a module was at a time, unless there is a newer one. */
  void keep(long at, LoadedModule module, Bytes metadata) {
    Key key = Key.of(module);
    Copy before = copies.get(key);
    long after = bytes + metadata.length() - (before == null ? 0 : before.metadata().length());
    if (after <= MOST_BYTES && (before == null || before.at() <= at)) {
      copies.put(key, new Copy(at, metadata));
      bytes = after;
    }
  }

  /** Keeps a copy of a module until it is described. */
  void await(long at, ModuleID module, Bytes metadata) {
    if (early.size() < MOST_EARLY && bytes + metadata.length() <= MOST_BYTES) {
      early.add(new Early(module, new Copy(at, metadata)));
      bytes += metadata.length();
    }
  }

  /** Returns the copy of a module; empty when there is none. */
  Optional<Copy> copyOf(LoadedModule module) {
    return Optional.ofNullable(copies.get(Key.of(module)));
  }

  /** Passes on the copies of modules that are not described yet. */
  void forEachEarly(BiConsumer<ModuleID, Copy> action) {
    early.forEach(each -> action.accept(each.module(), each.copy()));
  }

  /** Drops the copies of all modules but some. */
  void retain(Set<LoadedModule> modules) {
    Set<Key> kept = modules.stream().map(Key::of).collect(Collectors.toSet());
    for (Map.Entry<Key, Copy> each : copies.entrySet()) {
      if (!kept.contains(each.getKey())) {
        copies.remove(each.getKey());
        bytes -= each.getValue().metadata().length();
      }
    }
  }

  /** Keeps those that waited for modules which are described by now, and returns these. */
  List<ModuleID> keepEarly(BiFunction<Long, ModuleID, Optional<LoadedModule>> modules) {
    List<Early> waited = early;
    early = new ArrayList<>();
    List<ModuleID> described = new ArrayList<>();
    for (Early each : waited) {
      Bytes metadata = each.copy().metadata();
      Optional<LoadedModule> module = modules.apply(each.copy().at(), each.module());
      if (module.isPresent()) {
        bytes -= metadata.length();
        keep(each.copy().at(), module.get(), metadata);
        described.add(each.module());
      } else {
        early.add(each);
      }
    }
    return described;
  }
}
