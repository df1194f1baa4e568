// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import dev.tiptoe.symbols.index.FrameAnswers;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import java.io.Serializable;
import java.nio.file.Path;
import org.apache.spark.SparkFiles;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The location of the symbol indexes, the same for every process of a job. Immutable.
 *
 * <p>Indexes are opened once for each process and shared by its tasks. Those of a folder are
 * mapped; what is stored elsewhere is copied to the machine when its module is first needed.
 */
public abstract sealed class IndexPlace implements Serializable {

  private static final long serialVersionUID = 1;

  private IndexPlace() {}

  /** Returns a folder that is at the same path on all machines. */
  public static IndexPlace folder(Path folder) {
    return new OfFolder(new SharedIndexFolder(folder));
  }

  /**
   * Returns a folder that travels with the job.
   *
   * @param name the name of the folder that was given to {@code SparkContext.addFile}, without what
   *     is before it, or what is behind the {@code #} of an archive: {@code --archives
   *     indexes.zip#indexes}
   */
  public static IndexPlace added(String name) {
    return new OfAddedFolder(name);
  }

  /**
   * Returns a folder of any file system that Hadoop has, such as {@code hdfs:} or {@code s3a:}.
   *
   * @param session has the settings of the file system
   * @param uri the folder
   * @param cacheBytes how many bytes of copies each process keeps; a single file may be larger
   */
  public static IndexPlace stored(SparkSession session, String uri, long cacheBytes) {
    return new OfStorage(
        uri,
        cacheBytes,
        new SerializableConfiguration(session.sparkContext().hadoopConfiguration()));
  }

  /** Returns the indexes as this process has opened them. */
  abstract IndexFiles files();

  FrameAnswers.Finder finder() {
    return files()::find;
  }

  private static final class OfFolder extends IndexPlace {

    private static final long serialVersionUID = 1;

    private final SharedIndexFolder folder;

    OfFolder(SharedIndexFolder folder) {
      this.folder = folder;
    }

    @Override
    IndexFiles files() {
      return new FolderIndexes(folder);
    }

    @Override
    public String toString() {
      return folder.toString();
    }
  }

  private static final class OfAddedFolder extends IndexPlace {

    private static final long serialVersionUID = 1;

    private final String name;

    OfAddedFolder(String name) {
      this.name = name;
    }

    @Override
    IndexFiles files() {
      // Where it is differs from process to process.
      return new FolderIndexes(new SharedIndexFolder(Path.of(SparkFiles.get(name))));
    }

    @Override
    public String toString() {
      return "added:" + name;
    }
  }

  private static final class OfStorage extends IndexPlace {

    private static final long serialVersionUID = 1;

    private final String uri;
    private final long cacheBytes;
    private final SerializableConfiguration hadoop;

    OfStorage(String uri, long cacheBytes, SerializableConfiguration hadoop) {
      this.uri = uri;
      this.cacheBytes = cacheBytes;
      this.hadoop = hadoop;
    }

    @Override
    IndexFiles files() {
      return StoredIndexes.shared(uri, cacheBytes, hadoop.value());
    }

    @Override
    public String toString() {
      return uri;
    }
  }
}
