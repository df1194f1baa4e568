// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A folder whose tables a job may replace, since it has made them. */
final class OutputFolder {

  /** Marks the folder of a job. Spark does not take a file with such a name for one of a table. */
  private static final String MARKER = "_tiptoe";

  private OutputFolder() {}

  /**
   * Makes a folder, or takes one that a job has made.
   *
   * @throws FileAlreadyExistsException when it has files, and no job has made it
   */
  static void claim(String folder, Configuration hadoop) throws IOException {
    Path path = new Path(folder);
    FileSystem system = path.getFileSystem(hadoop);
    Path marker = new Path(path, MARKER);
    if (system.exists(marker)) {
      return;
    }
    if (system.exists(path) && system.listStatus(path).length > 0) {
      throw new FileAlreadyExistsException(
          folder, null, "it has files that are not of this job, which would be replaced");
    }
    system.mkdirs(path);
    system.create(marker, true).close();
  }
}
