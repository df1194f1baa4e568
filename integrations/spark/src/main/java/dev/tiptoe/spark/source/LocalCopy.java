// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * The bytes of a unit in a file of this machine: the file itself, or a copy until this is closed.
 */
record LocalCopy(Path file, boolean isCopy) implements AutoCloseable {

  private static final int AT_ONCE = 1 << 16;

  static LocalCopy of(FileUnit unit, Configuration hadoop) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(unit.path());
    if (unit.isWhole() && "file".equals(path.toUri().getScheme())) {
      return new LocalCopy(Path.of(path.toUri().getPath()), false);
    }
    Path copy = Files.createTempFile("tiptoe-", ".profile");
    try (FSDataInputStream in = path.getFileSystem(hadoop).open(path);
        OutputStream out = Files.newOutputStream(copy)) {
      in.seek(unit.offset());
      copy(in, out, unit);
      return new LocalCopy(copy, true);
    } catch (IOException | RuntimeException e) {
      Files.delete(copy);
      throw e;
    }
  }

  private static void copy(InputStream in, OutputStream out, FileUnit unit) throws IOException {
    byte[] buffer = new byte[AT_ONCE];
    for (long left = unit.length(); left > 0; ) {
      int count = in.read(buffer, 0, (int) Math.min(left, buffer.length));
      if (count < 0) {
        throw new EOFException(unit.path() + " became shorter since it was listed");
      }
      out.write(buffer, 0, count);
      left -= count;
    }
  }

  @Override
  public void close() throws IOException {
    if (isCopy) {
      Files.delete(file);
    }
  }
}
