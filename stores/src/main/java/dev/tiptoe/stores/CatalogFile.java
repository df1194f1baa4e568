// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.symbols.problem.Problem;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The catalog of some folders: read from a file, refreshed by what changed, or made. Several
 * processes may refresh one file at a time: each writes a file of its own, and the last one to be
 * renamed stays. Thread-safe.
 */
final class CatalogFile {

  private final Optional<Path> file;
  private final List<Path> roots;
  private final StoreListener listener;

  /** Creates a catalog of folders; without a file it is kept in memory. */
  CatalogFile(Optional<Path> file, List<Path> roots, StoreListener listener) {
    this.file = file.map(Path::toAbsolutePath);
    this.roots = List.copyOf(roots);
    this.listener = listener;
  }

  /** Returns the catalog in the file as it is; empty when there is none, or a damaged one. */
  Optional<Catalog> existing() {
    if (file.isEmpty() || !Files.exists(file.get())) {
      return Optional.empty();
    }
    try {
      return Optional.of(Catalog.open(file.get()));
    } catch (IOException e) {
      note(Problem.of(file.get().toString(), e));
    } catch (CatalogException e) {
      note(file.get() + ": " + e.getMessage() + "; a new catalog is made");
    }
    return Optional.empty();
  }

  private void note(String text) {
    synchronized (listener) {
      listener.note(text);
    }
  }

  /** Returns the catalog of what is in the folders now, and writes it to the file. */
  Catalog refreshed(Optional<Catalog> old) {
    try {
      return made(old);
    } catch (CatalogException e) {
      note(file.map(Path::toString).orElse("") + ": " + e.getMessage() + "; a new catalog is made");
      return made(Optional.empty());
    }
  }

  private Catalog made(Optional<Catalog> old) {
    FolderScan.Result result = new FolderScan(old, listener).scan(roots);
    if (old.isPresent() && !result.changed()) {
      return old.get();
    }
    try {
      return file.isPresent() && isOurs(file.get())
          ? written(file.get(), result.builder())
          : inMemory(result.builder());
    } catch (IOException e) {
      throw new CatalogException("it cannot be made: " + e.getMessage());
    }
  }

  /** Returns whether a file may be replaced: it does not exist, or it is a catalog. */
  private boolean isOurs(Path file) {
    if (!Files.exists(file)) {
      return true;
    }
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer magic = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      if (Files.size(file) == 0
          || (channel.read(magic, 0) == 8 && magic.getLong(0) == CatalogFormat.MAGIC)) {
        return true;
      }
      note(file + ": it is not a catalog and is left as it is");
    } catch (IOException e) {
      note(Problem.of(file.toString(), e));
    }
    return false;
  }

  private Catalog written(Path target, CatalogBuilder builder) throws IOException {
    String name = "." + target.getFileName() + "." + UUID.randomUUID() + ".tmp";
    Path temporary = target.resolveSibling(name);
    try {
      write(temporary, builder);
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      return Catalog.open(target);
    } catch (IOException e) {
      note(Problem.of(target.toString(), e) + "; the catalog is not kept");
      return inMemory(builder);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void write(Path file, CatalogBuilder builder) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      channel.position(CatalogFormat.HEADER);
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 18);
      byte[] header = builder.writeBody(out);
      out.flush();
      channel.write(ByteBuffer.wrap(header), 0);
      channel.force(true);
    }
  }

  private static Catalog inMemory(CatalogBuilder builder) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream((int) builder.format().length());
    out.write(new byte[CatalogFormat.HEADER]);
    byte[] header = builder.writeBody(out);
    byte[] all = out.toByteArray();
    System.arraycopy(header, 0, all, 0, header.length);
    return Catalog.of(all);
  }
}
