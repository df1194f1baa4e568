// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.symbols.problem.Problem;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads the contents of the files below some folders, on all processors, and makes a catalog of
 * them. Files that an older catalog has, with the same size and time, are not read again. Used
 * once.
 *
 * <p>Links to files are followed, links to folders are not.
 */
final class FolderScan {

  private static final int BATCH = 256;
  private static final int WAITING = 64;

  /** The shortest file with a module in it is longer. */
  private static final int SHORTEST = 64;

  private record Found(Path file, long size, long modified) {}

  /**
   * The result of a scan.
   *
   * @param builder the new catalog
   * @param changed whether it differs from the older one
   */
  record Result(CatalogBuilder builder, boolean changed) {}

  private final Optional<Catalog> old;
  private final StoreListener listener;
  private final CatalogBuilder builder = new CatalogBuilder();
  private final BitSet kept = new BitSet();
  private final UnusedPlaces unused = new UnusedPlaces();
  private final AtomicLong seen = new AtomicLong();
  private final AtomicLong read = new AtomicLong();
  private final Semaphore room = new Semaphore(WAITING);
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  FolderScan(Optional<Catalog> old, StoreListener listener) {
    this.old = old;
    this.listener = listener;
  }

  /**
   * Scans files and folders.
   *
   * @throws CatalogException when the older catalog is damaged
   */
  Result scan(List<Path> roots) {
    int threads = Runtime.getRuntime().availableProcessors();
    ExecutorService workers =
        Executors.newFixedThreadPool(
            threads,
            task -> {
              Thread thread = new Thread(task, "tiptoe-store");
              thread.setDaemon(true);
              return thread;
            });
    try {
      Batches batches = new Batches(workers);
      roots.forEach(unused::add);
      distinct(roots).forEach(root -> visit(root, batches));
      batches.submit();
    } finally {
      workers.shutdown();
      awaitEnd(workers);
    }
    Throwable failed = failure.get();
    if (failed instanceof Error error) {
      throw error;
    }
    if (failed instanceof RuntimeException problem) {
      throw problem;
    }
    listener.progress(seen.get(), read.get());
    unused.report(listener);
    boolean changed = old.isEmpty() || read.get() > 0 || kept.cardinality() < old.get().files();
    old.filter(catalog -> changed).ifPresent(this::copyKept);
    return new Result(builder, changed);
  }

  private static void awaitEnd(ExecutorService workers) {
    boolean interrupted = false;
    while (!workers.isTerminated()) {
      try {
        if (!workers.awaitTermination(1, TimeUnit.HOURS)) {
          throw new TimeoutException();
        }
      } catch (InterruptedException e) {
        // The workers must not go on without us; each batch ends soon.
        interrupted = true;
      } catch (TimeoutException e) {
        throw new IllegalStateException("the reading of files does not end", e);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the roots without those that are below another. */
  private static List<Path> distinct(List<Path> roots) {
    List<Path> all =
        roots.stream().map(root -> root.toAbsolutePath().normalize()).distinct().toList();
    return all.stream()
        .filter(
            root -> all.stream().noneMatch(other -> !other.equals(root) && root.startsWith(other)))
        .toList();
  }

  /** The files that were found and not yet given to a worker. */
  private final class Batches {

    private final ExecutorService workers;
    private List<Found> batch = new ArrayList<>(BATCH);

    Batches(ExecutorService workers) {
      this.workers = workers;
    }

    void add(Path file, BasicFileAttributes attributes) {
      long modified = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
      batch.add(new Found(file, attributes.size(), modified));
      if (batch.size() == BATCH) {
        submit();
      }
    }

    void submit() {
      List<Found> full = batch;
      batch = new ArrayList<>(BATCH);
      room.acquireUninterruptibly();
      workers.execute(
          () -> {
            try {
              readAll(full);
            } catch (RuntimeException | Error e) {
              failure.compareAndSet(null, e);
            } finally {
              room.release();
            }
          });
    }
  }

  private void visit(Path root, Batches batches) {
    try {
      Path real = Files.isSymbolicLink(root) ? root.toRealPath() : root;
      Files.walkFileTree(
          real,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              if (failure.get() != null) {
                return FileVisitResult.TERMINATE;
              }
              if (attributes.isRegularFile()) {
                batches.add(file, attributes);
              } else if (attributes.isSymbolicLink()) {
                addTarget(file);
              }
              return FileVisitResult.CONTINUE;
            }

            private void addTarget(Path link) {
              try {
                BasicFileAttributes target = Files.readAttributes(link, BasicFileAttributes.class);
                if (target.isRegularFile()) {
                  batches.add(link, target);
                }
              } catch (IOException e) {
                // A link that leads nowhere is no file.
              }
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem) {
              report(file.toString(), problem);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem) {
              if (problem != null) {
                report(folder.toString(), problem);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      report(root.toString(), e);
    }
  }

  private void report(String file, Exception problem) {
    Optional<Path> place = unused.placeAt(file);
    unused.remove(file);
    synchronized (listener) {
      if (place.isPresent()) {
        listener.unreadable(place.get(), Problem.of(file, problem));
      } else {
        listener.note(Problem.of(file, problem));
      }
    }
  }

  private void readAll(List<Found> batch) {
    for (Found found : batch) {
      if (failure.get() == null) {
        read(found);
      }
    }
    long files = seen.addAndGet(batch.size());
    synchronized (listener) {
      listener.progress(files, read.get());
    }
  }

  private void read(Found found) {
    String path = found.file().toString();
    if (!CatalogBuilder.fits(path) || path.indexOf('\ufffd') >= 0) {
      report(path, new IOException("the name is not valid text"));
      return;
    }
    int known = old.map(one -> one.unchanged(path, found.size(), found.modified())).orElse(-1);
    if (known >= 0) {
      if (old.map(one -> one.contentCount(known)).orElse(0) > 0) {
        unused.remove(path);
      }
      synchronized (kept) {
        kept.set(known);
      }
      return;
    }
    read.incrementAndGet();
    try {
      List<Content> contents =
          found.size() < SHORTEST ? List.of() : Contents.of(found.file(), this::report);
      add(found, path, contents);
    } catch (MetadataFormatException e) {
      // It is known for what it is until it changes.
      add(found, path, List.of());
      if (e.kind() == MetadataFormatException.Kind.DAMAGED) {
        report(path, e);
      }
    } catch (IOException e) {
      report(path, e);
    }
  }

  private void add(Found found, String path, List<Content> contents) {
    String name = FileNames.base(path);
    String folder = path.substring(0, path.length() - name.length());
    if (!contents.isEmpty()) {
      unused.remove(path);
    }
    synchronized (builder) {
      builder.beginFile(Keys.ofPath(path), found.size(), found.modified(), folder, name);
      for (Content content : contents) {
        if (CatalogBuilder.fits(content.member())) {
          int number =
              builder.addContent(content.member(), content.kind().number(), content.moduleName());
          String own = content.member().isEmpty() ? name : FileNames.base(content.member());
          Keys.of(content, own).forEach(key -> builder.addKey(key, number));
        } else {
          String member = path + "!" + Problem.shortened(content.member());
          report(member, new IOException("its name is too long to be kept"));
        }
      }
    }
  }

  /** Copies what the older catalog has of the files that are still the same. */
  private void copyKept(Catalog catalog) {
    int[] numbers = new int[catalog.contents()];
    Arrays.fill(numbers, -1);
    kept.stream()
        .forEach(
            file -> {
              int[] next = {catalog.firstContent(file)};
              catalog.copyTo(builder, file, number -> numbers[next[0]++] = number);
            });
    catalog.copyKeys(
        (key, content) -> {
          if (numbers[content] >= 0) {
            builder.addKey(key, numbers[content]);
          }
        });
  }
}
