// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A module in a file of any file system that Hadoop has, and its PDB, which is in it or beside it.
 * A file of this machine is mapped; any other is read into memory. For one thread.
 */
final class ModuleFile implements AutoCloseable {

  private final org.apache.hadoop.fs.Path path;
  private final Configuration hadoop;
  private final Image image;

  /** Where a copy of the PDB is; null before there is one. */
  private @Nullable Path copies;

  /** A file is too large for the memory of an executor. */
  static final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1;

    TooLargeException(String message) {
      super(message);
    }
  }

  private ModuleFile(org.apache.hadoop.fs.Path path, Configuration hadoop, Image image) {
    this.path = path;
    this.hadoop = hadoop;
    this.image = image;
  }

  static ModuleFile open(String name, Configuration hadoop) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(name);
    Image image =
        isLocal(path)
            ? Image.open(Path.of(path.toUri().getPath()))
            : Image.of(name, content(path, hadoop));
    return new ModuleFile(path, hadoop, image);
  }

  static boolean isLocal(org.apache.hadoop.fs.Path path) {
    return "file".equals(path.toUri().getScheme());
  }

  private static byte[] content(org.apache.hadoop.fs.Path path, Configuration hadoop)
      throws IOException {
    FileSystem system = path.getFileSystem(hadoop);
    FileStatus status = system.getFileStatus(path);
    long most = Math.min(Integer.MAX_VALUE - Long.BYTES, Runtime.getRuntime().maxMemory() / 4);
    if (status.getLen() > most) {
      throw new TooLargeException(
          status.getLen() + " bytes, of which a quarter of the heap holds " + most);
    }
    try (InputStream in = system.open(path)) {
      return in.readAllBytes();
    }
  }

  Image image() {
    return image;
  }

  PortablePdb pdb() {
    return isLocal(path) ? PortablePdb.of(image) : PortablePdb.of(image, this::beside);
  }

  /** Returns a copy of the file of a name that is beside the module, if there is one. */
  private List<Path> beside(String name) {
    try {
      org.apache.hadoop.fs.Path stored = new org.apache.hadoop.fs.Path(path.getParent(), name);
      FileSystem system = stored.getFileSystem(hadoop);
      if (!stored.getName().equals(name) || !system.exists(stored)) {
        return List.of();
      }
      if (copies == null) {
        copies = Files.createTempDirectory("tiptoe-pdb-");
      }
      Path copy = copies.resolve(name);
      try (InputStream in = system.open(stored)) {
        Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      }
      return List.of(copy);
    } catch (IOException | IllegalArgumentException e) {
      // The module names its PDB, and may name anything; without it, its frames have no lines.
      return List.of();
    }
  }

  @Override
  public void close() throws IOException {
    if (copies != null) {
      try (Stream<Path> all = Files.walk(copies)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }
}
