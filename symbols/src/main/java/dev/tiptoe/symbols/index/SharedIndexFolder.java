// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SymbolSource;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A folder of symbol indexes for engines that send their functions to other processes. It is
 * serialised as its path; every process opens the folder once, on its first request, and shares it
 * among all threads and all copies of this. A module that is missing is looked for again after a
 * time, since folders of fleets grow. When more than some thousand are missing at a time, the
 * folder is listed instead, once in that time.
 *
 * <p>Thread-safe; takes locks only when it opens files. Memory: that of one {@link IndexFolder} for
 * each path, kept as long as the process lives. The contents of the files are mapped, not read into
 * the heap. Files that cannot be used are reported to the logger {@code dev.tiptoe.symbols}.
 *
 * <p>All questions throw {@link UncheckedIOException} as long as the folder cannot be read.
 */
public final class SharedIndexFolder implements SymbolSource, Serializable {

  /** The default time for which a missing module counts as missing. */
  public static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

  private static final long serialVersionUID = 1;

  private static final ConcurrentMap<Path, Shared> OPENED = new ConcurrentHashMap<>();

  private final String folder;
  private final Duration lookAgain;
  private transient volatile @Nullable Shared shared;

  /** Creates one that looks for missing modules again after {@link #LOOK_AGAIN}. */
  public SharedIndexFolder(Path folder) {
    this(folder, LOOK_AGAIN);
  }

  /**
   * Creates one. Nothing is opened yet.
   *
   * @param folder the same folder in every process; a relative path is taken as absolute here
   * @param lookAgain how long a missing module counts as missing
   */
  public SharedIndexFolder(Path folder, Duration lookAgain) {
    this.folder = folder.toAbsolutePath().normalize().toString();
    this.lookAgain = lookAgain;
  }

  /** Returns the path of the folder. */
  public Path folder() {
    return Path.of(folder);
  }

  /** Returns the folder as this process has opened it, for questions by number. */
  public IndexFolder indexes() {
    return shared().indexes;
  }

  /**
   * Returns the number of a module for {@link IndexFolder#place} and its like; {@link
   * IndexFolder#NONE} when it is not here. Takes no lock and makes no objects for a module that is.
   *
   * @param mvidHigh the upper half of the MVID
   * @param mvidLow the lower half
   */
  public int module(long mvidHigh, long mvidLow) {
    Shared opened = shared();
    int module = opened.indexes.module(mvidHigh, mvidLow);
    return module >= 0 ? module : opened.again(new UUID(mvidHigh, mvidLow), lookAgain);
  }

  @Override
  public Optional<ModuleSymbols> find(UUID mvid) {
    int module = module(mvid.getMostSignificantBits(), mvid.getLeastSignificantBits());
    return module < 0 ? Optional.empty() : Optional.of(indexes().symbols(module));
  }

  @Override
  public Optional<ModuleSymbols> ofPdb(UUID guid) {
    return indexes().ofPdb(guid);
  }

  @Override
  public List<ModuleSymbols> named(String fileName) {
    return indexes().named(fileName);
  }

  @Override
  public List<ModuleSymbols> declaring(String type) {
    return indexes().declaring(type);
  }

  @Override
  public boolean mayDeclare(String type) {
    return indexes().mayDeclare(type);
  }

  private Shared shared() {
    Shared known = shared;
    if (known == null) {
      known = OPENED.computeIfAbsent(folder(), Shared::open);
      shared = known;
    }
    return known;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SharedIndexFolder same
        && same.folder.equals(folder)
        && same.lookAgain.equals(lookAgain);
  }

  @Override
  public int hashCode() {
    return folder.hashCode();
  }

  @Override
  public String toString() {
    return folder;
  }

  /** A folder that is open in this process, and the modules that it lacks. */
  static final class Shared {

    /** So many missing modules are remembered; with more, all are looked for again. */
    private static final int MOST_MISSING = 1 << 16;

    /**
     * So many are looked for in a pause. Profiles may name any number of modules that never were,
     * and on a file system of a network each takes its time. Listing the folder finds all that are
     * there, however many were named before them.
     */
    private static final int MOST_LOOKED_FOR = 1 << 13;

    private final IndexFolder indexes;
    private final LongSupplier clock;

    /** When the pause began in which {@link #lookedFor} modules were looked for. */
    private long began;

    private int lookedFor;

    private boolean isListed;

    /** When each missing module was looked for, in nanoseconds. */
    private final ConcurrentMap<UUID, Long> missing = new ConcurrentHashMap<>();

    Shared(IndexFolder indexes, LongSupplier clock) {
      this.indexes = indexes;
      this.clock = clock;
      this.began = clock.getAsLong();
    }

    private static Shared open(Path folder) {
      System.Logger log = System.getLogger("dev.tiptoe.symbols");
      try {
        IndexFolder indexes =
            IndexFolder.open(folder, problem -> log.log(System.Logger.Level.WARNING, problem));
        return new Shared(indexes, System::nanoTime);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Looks for a module whose file was not there, unless that was done a short time ago. */
    int again(UUID mvid, Duration pause) {
      long now = clock.getAsLong();
      Long before = missing.get(mvid);
      if (before != null && now - before < pause.toNanos()) {
        return IndexFolder.NONE;
      }
      if (!mayLook(now, pause)) {
        return isFirstToList() ? listed(mvid) : IndexFolder.NONE;
      }
      int found = indexes.lookFor(mvid);
      if (found >= 0) {
        missing.remove(mvid);
        return found;
      }
      if (missing.size() >= MOST_MISSING) {
        missing.clear();
      }
      missing.put(mvid, now);
      return IndexFolder.NONE;
    }

    private synchronized boolean mayLook(long now, Duration pause) {
      if (now - began >= pause.toNanos()) {
        began = now;
        lookedFor = 0;
        isListed = false;
      }
      return lookedFor++ < MOST_LOOKED_FOR;
    }

    private synchronized boolean isFirstToList() {
      boolean first = !isListed;
      isListed = true;
      return first;
    }

    private int listed(UUID mvid) {
      try {
        indexes.refresh();
      } catch (IOException e) {
        // As of a module that is looked for: it is not here as long as the folder cannot be read.
        return IndexFolder.NONE;
      }
      return indexes.module(mvid.getMostSignificantBits(), mvid.getLeastSignificantBits());
    }
  }
}
