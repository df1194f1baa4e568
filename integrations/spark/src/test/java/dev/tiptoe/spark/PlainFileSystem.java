// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The files of this machine without permissions. Where Hadoop's native library is missing, it
 * starts {@code chmod} or {@code ls} for those of each file.
 */
public final class PlainFileSystem extends LocalFileSystem {

  /** Creates it, as Hadoop does. */
  public PlainFileSystem() {
    super(new Raw());
  }

  /** Files without checksums, by any name of the scheme. */
  static class Raw extends RawLocalFileSystem {

    @Override
    public final void setPermission(Path path, FsPermission permission) {}

    @Override
    public final FileStatus getFileStatus(Path path) throws IOException {
      return plain(super.getFileStatus(path));
    }

    @Override
    public final FileStatus[] listStatus(Path path) throws IOException {
      return Arrays.stream(super.listStatus(path)).map(Raw::plain).toArray(FileStatus[]::new);
    }

    private static FileStatus plain(FileStatus status) {
      return new FileStatus(
          status.getLen(),
          status.isDirectory(),
          1,
          status.getBlockSize(),
          status.getModificationTime(),
          status.getPath());
    }
  }
}
