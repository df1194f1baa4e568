// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/**
 * Puts indexes into a folder, each under its name only when it is whole: it is written under
 * another name, and renamed. So any number of tasks may do the same at the same time. A task that
 * is killed leaves nothing but a file that is never read.
 *
 * @param folder where the indexes go
 * @param always whether to replace an index with the same contents
 */
record IndexPublisher(String folder, boolean always, Configuration hadoop) {

  /**
   * Publishes the index of a module; an existing index is kept if it has the same contents or more.
   * Of tasks that publish builds with the same module version ID at the same time, none loses the
   * build of another, as far as {@link StoredLock} goes.
   */
  SymbolIndexWriter.Written publish(Image module, PortablePdb pdb) throws IOException {
    org.apache.hadoop.fs.Path given = new org.apache.hadoop.fs.Path(folder);
    org.apache.hadoop.fs.Path to = given.getFileSystem(hadoop).makeQualified(given);
    String name = module.mvid().orElseThrow() + SymbolIndexWriter.SUFFIX;
    if (ModuleFile.isLocal(to)) {
      return write(module, pdb, Path.of(to.toUri().getPath()));
    }
    Path work = Files.createTempDirectory("tiptoe-index-");
    try {
      return publish(module, pdb, new org.apache.hadoop.fs.Path(to, name), work);
    } finally {
      delete(work);
    }
  }

  private SymbolIndexWriter.Written publish(
      Image module, PortablePdb pdb, org.apache.hadoop.fs.Path file, Path work) throws IOException {
    Path before = work.resolve("before");
    copy(file, before);
    SymbolIndexWriter.Written first = merged(module, pdb, before, work.resolve("first"));
    if (!first.isNew()) {
      return first;
    }
    StoredLock lock = StoredLock.of(file.getFileSystem(hadoop), file, StoredLock.LONGEST);
    try {
      Path now = work.resolve("now");
      copy(file, now);
      // Another task may have published a build, or a PDB, since the first look.
      SymbolIndexWriter.Written written =
          areSame(before, now) ? first : merged(module, pdb, now, work.resolve("second"));
      if (written.isNew()) {
        put(written.file(), file);
      }
      return written;
    } finally {
      lock.close();
    }
  }

  /** Writes the index into a folder of its own, in which there is what was published already. */
  private SymbolIndexWriter.Written merged(Image module, PortablePdb pdb, Path published, Path into)
      throws IOException {
    Files.createDirectory(into);
    if (Files.exists(published)) {
      Files.copy(published, into.resolve(module.mvid().orElseThrow() + SymbolIndexWriter.SUFFIX));
    }
    return write(module, pdb, into);
  }

  private static boolean areSame(Path one, Path other) throws IOException {
    if (Files.exists(one) && Files.exists(other)) {
      return Files.mismatch(one, other) < 0;
    }
    return Files.exists(one) == Files.exists(other);
  }

  private SymbolIndexWriter.Written write(Image module, PortablePdb pdb, Path into)
      throws IOException {
    return new SymbolIndexWriter(into, always).write(module, pdb).orElseThrow();
  }

  /** Copies the index that is there, if any. */
  private void copy(org.apache.hadoop.fs.Path file, Path copy) throws IOException {
    FileSystem system = file.getFileSystem(hadoop);
    if (system.exists(file)) {
      try (InputStream in = system.open(file)) {
        Files.copy(in, copy);
      }
    }
  }

  private void put(Path content, org.apache.hadoop.fs.Path file) throws IOException {
    FileSystem system = file.getFileSystem(hadoop);
    org.apache.hadoop.fs.Path temporary =
        new org.apache.hadoop.fs.Path(file.getParent(), "." + UUID.randomUUID() + ".tmp");
    try {
      try (OutputStream out = system.create(temporary, false)) {
        Files.copy(content, out);
      }
      rename(system, temporary, file);
    } finally {
      system.delete(temporary, false);
    }
  }

  private void rename(
      FileSystem system, org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
      throws IOException {
    try {
      FileContext.getFileContext(from.toUri(), hadoop).rename(from, to, Options.Rename.OVERWRITE);
    } catch (UnsupportedFileSystemException e) {
      // Object stores: a file appears there only when it is whole, and replaces what was there.
      system.delete(to, false);
      if (!system.rename(from, to)) {
        throw new IOException(to + " cannot be written");
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
