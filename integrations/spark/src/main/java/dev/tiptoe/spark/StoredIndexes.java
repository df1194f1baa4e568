// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import dev.tiptoe.symbols.index.SymbolIndex;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;

/**
 * The indexes in a folder of some file system that Hadoop has. Each is copied to a folder of this
 * process when its module is first needed, and mapped; the copies that were used least recently are
 * deleted when there are too many bytes of them. Thread-safe.
 *
 * <p>What is missing is looked for again after a time, since the folders of fleets grow.
 */
final class StoredIndexes implements IndexFiles {

  private static final int MOST_MISSING = 1 << 16;

  /** Those of this process, by their folder. */
  private static final ConcurrentMap<String, StoredIndexes> SHARED = new ConcurrentHashMap<>();

  private final org.apache.hadoop.fs.Path folder;
  private final Configuration hadoop;
  private final Path copies;
  private final Cache<UUID, Copy> kept;
  private final Cache<UUID, Optional<String>> missing;

  /** A copy of an index. */
  private record Copy(Path file, SymbolIndex index, int kilobytes) {}

  /** Says that there is no index, or why it cannot be used. */
  private static final class NoIndex extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Optional<String> damage;

    NoIndex(Optional<String> damage) {
      super("", null, false, false);
      this.damage = damage;
    }
  }

  private StoredIndexes(String uri, long cacheBytes, Configuration hadoop) throws IOException {
    this.hadoop = hadoop;
    this.folder = new org.apache.hadoop.fs.Path(uri);
    this.copies = Files.createTempDirectory("tiptoe-indexes-");
    this.kept =
        Caffeine.newBuilder()
            .maximumWeight(Math.max(1, cacheBytes >> 10))
            .weigher((UUID mvid, Copy copy) -> copy.kilobytes())
            .removalListener(StoredIndexes::delete)
            .executor(Runnable::run)
            .build();
    this.missing =
        Caffeine.newBuilder()
            .maximumSize(MOST_MISSING)
            .expireAfterWrite(SharedIndexFolder.LOOK_AGAIN)
            .build();
    Runtime.getRuntime().addShutdownHook(new Thread(this::deleteAll, "tiptoe-indexes"));
  }

  /** Returns the indexes of a folder. All callers in this process share them. */
  static StoredIndexes shared(String uri, long cacheBytes, Configuration hadoop) {
    return SHARED.computeIfAbsent(
        cacheBytes + " " + uri,
        key -> {
          try {
            return new StoredIndexes(uri, cacheBytes, hadoop);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Override
  public Optional<SymbolIndex> find(UUID mvid) {
    if (missing.getIfPresent(mvid) != null) {
      return Optional.empty();
    }
    try {
      return Optional.of(kept.get(mvid, this::copy).index());
    } catch (NoIndex e) {
      missing.put(mvid, e.damage);
      return Optional.empty();
    }
  }

  @Override
  public Optional<String> damage(UUID mvid) {
    Optional<String> known = missing.getIfPresent(mvid);
    return known == null ? Optional.empty() : known;
  }

  private Copy copy(UUID mvid) {
    String name = mvid + SymbolIndexWriter.SUFFIX;
    org.apache.hadoop.fs.Path stored = new org.apache.hadoop.fs.Path(folder, name);
    try {
      FileSystem system = stored.getFileSystem(hadoop);
      // A name of its own: what is deleted may be another copy of the same index.
      Path file = Files.createTempFile(copies, name, "");
      try (InputStream in = system.open(stored)) {
        Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        return new Copy(file, opened(file, stored, mvid), kilobytes(file));
      } catch (IOException | RuntimeException e) {
        Files.deleteIfExists(file);
        throw e;
      }
    } catch (FileNotFoundException e) {
      throw new NoIndex(Optional.empty());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SymbolIndex opened(Path file, org.apache.hadoop.fs.Path stored, UUID mvid)
      throws IOException {
    try {
      SymbolIndex index = SymbolIndex.open(file);
      if (!index.mvid().equals(Optional.of(mvid))) {
        throw new NoIndex(Optional.of(stored + " is the index of another module"));
      }
      return index;
    } catch (MetadataFormatException e) {
      String said = String.valueOf(e.getMessage());
      throw new NoIndex(Optional.of(said.replace(file.toString(), stored.toString())));
    }
  }

  private static int kilobytes(Path file) throws IOException {
    return (int) Math.min(Integer.MAX_VALUE, (Files.size(file) >> 10) + 1);
  }

  /** What is still used of a file that is deleted stays mapped. */
  private static void delete(@Nullable UUID mvid, @Nullable Copy copy, RemovalCause cause) {
    try {
      if (copy != null) {
        Files.deleteIfExists(copy.file());
      }
    } catch (IOException e) {
      // Windows keeps what is mapped; the end of the process deletes it.
    }
  }

  private void deleteAll() {
    kept.invalidateAll();
    try {
      Files.deleteIfExists(copies);
    } catch (IOException e) {
      // It stays behind in the folder for temporary files.
    }
  }
}
