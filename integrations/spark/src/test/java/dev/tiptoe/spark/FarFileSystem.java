// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Files of this machine under a name of their own, {@code far:}, as if they were elsewhere. */
public final class FarFileSystem extends RawLocalFileSystem {

  static final String SCHEME = "far";

  /** Creates it, as Hadoop does. */
  public FarFileSystem() {}

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return plain(super.getFileStatus(path));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    return Arrays.stream(super.listStatus(path))
        .map(FarFileSystem::plain)
        .toArray(FileStatus[]::new);
  }

  /** Returns a status without permissions, which are read of names with {@code file:} only. */
  private static FileStatus plain(FileStatus status) {
    return new FileStatus(
        status.getLen(),
        status.isDirectory(),
        1,
        status.getBlockSize(),
        status.getModificationTime(),
        status.getPath());
  }

  /** Returns the name of a file here. */
  static String name(java.nio.file.Path file) {
    return SCHEME + "://" + file;
  }
}
