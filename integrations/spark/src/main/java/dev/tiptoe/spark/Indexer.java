// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.sort_array;
import static org.apache.spark.sql.functions.struct;

import dev.tiptoe.spark.IndexCounts.State;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Writes the symbol indexes of many modules, on all executors: one file for each MVID. A build that
 * lies in many places is indexed once, from a copy with its PDB if there is one; of several builds
 * with one MVID the index has what they agree on. A module that has an index already keeps it, so a
 * run that was interrupted continues where it stopped.
 *
 * <p>Modules are the files whose names end with {@code .dll} or {@code .exe}. The list of their
 * names is held by the driver, with some 500 bytes for each.
 */
public final class Indexer {

  /** Files that a task looks at. */
  private static final int FILES_OF_A_TASK = 256;

  /** Modules that a task indexes, some 10 ms each. */
  private static final int MODULES_OF_A_TASK = 64;

  private final SparkSession session;

  /** Creates an indexer. */
  public Indexer(SparkSession session) {
    this.session = session;
  }

  /**
   * Indexes modules.
   *
   * @param modules files, folders and patterns, of any file system that Hadoop has
   * @param out the folder of the indexes; made if it is not there
   * @param report a folder for a table of Parquet that has the outcome for each file: not there
   *     yet, empty, or that of an earlier run, whose table is replaced
   * @param always whether to replace indexes with the same contents
   */
  public IndexCounts index(List<String> modules, String out, String report, boolean always)
      throws IOException {
    Configuration hadoop = session.sparkContext().hadoopConfiguration();
    List<String> paths = new ArrayList<>();
    for (String each : modules) {
      find(new Path(each), hadoop, paths);
    }
    OutputFolder.claim(report, hadoop);
    Path folder = new Path(out);
    folder.getFileSystem(hadoop).mkdirs(folder);
    ModuleScan scan = new ModuleScan(out, always, new SerializableConfiguration(hadoop));
    String found = report + "/_found";
    write(found(paths, scan), found);
    Dataset<Row> files = session.read().schema(ModuleScan.FOUND).parquet(found);
    int tasks = tasks(paths.size(), session.sparkContext().defaultParallelism());
    write(indexed(files, scan, tasks).unionByName(others(files), true), report + "/files");
    new Path(found).getFileSystem(hadoop).delete(new Path(found), true);
    return counts(session.read().parquet(report + "/files"));
  }

  private static void find(Path pattern, Configuration hadoop, List<String> paths)
      throws IOException {
    FileSystem system = pattern.getFileSystem(hadoop);
    FileStatus[] found = system.globStatus(pattern);
    if (found == null || found.length == 0) {
      throw new FileNotFoundException(pattern + ": there is no such file");
    }
    for (FileStatus each : found) {
      if (each.isFile()) {
        paths.add(each.getPath().toString());
        continue;
      }
      RemoteIterator<LocatedFileStatus> below = system.listFiles(each.getPath(), true);
      while (below.hasNext()) {
        String path = below.next().getPath().toString();
        String lower = path.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".dll") || lower.endsWith(".exe")) {
          paths.add(path);
        }
      }
    }
  }

  private static void write(Dataset<Row> rows, String folder) {
    rows.write().mode("overwrite").option("compression", "zstd").parquet(folder);
  }

  private Dataset<Row> found(List<String> paths, ModuleScan scan) {
    int tasks = Math.max(1, (paths.size() + FILES_OF_A_TASK - 1) / FILES_OF_A_TASK);
    return session.createDataFrame(
        JavaSparkContext.fromSparkContext(session.sparkContext())
            .parallelize(paths.stream().distinct().sorted().toList(), tasks)
            .map(scan::look),
        ModuleScan.FOUND);
  }

  /**
   * Indexes one file of each build of a module: one with its PDB, if there is one, and the first by
   * name. One task has all builds of a module.
   */
  static Dataset<Row> indexed(Dataset<Row> files, ModuleScan scan, int tasks) {
    FlatMapFunction<Row, Row> index = row -> scan.index(row.getList(0)).iterator();
    return chosen(files)
        .groupBy("mvid")
        .agg(sort_array(collect_list(col("path"))).as("paths"))
        .select("paths")
        // With a number, or Spark puts all paths together: they are few bytes, and much work.
        .repartition(tasks, col("paths"))
        .flatMap(index, Encoders.row(ModuleScan.INDEXED));
  }

  /** Returns how many tasks index so many files: a task that is lost is done again. */
  static int tasks(int files, int processors) {
    int most = Math.max(1, files);
    int needed = (files + MODULES_OF_A_TASK - 1) / MODULES_OF_A_TASK;
    return Math.min(most, Math.max(processors, needed));
  }

  private static Dataset<Row> chosen(Dataset<Row> files) {
    return files
        .where(col("mvid").isNotNull())
        .groupBy("mvid", "build")
        .agg(min(struct(not(col("pdb")).as("without"), col("path").as("path"))).as("best"))
        .select(col("mvid"), col("best.path").as("path"));
  }

  /** Returns what is not indexed: no modules, and further copies of some. */
  private static Dataset<Row> others(Dataset<Row> files) {
    Dataset<Row> best = chosen(files).select("path");
    return files
        .where(col("mvid").isNotNull())
        .join(best, files.col("path").equalTo(best.col("path")), "left_anti")
        .withColumn("state", lit(ModuleScan.word(State.DUPLICATE)))
        .unionByName(files.where(col("mvid").isNull()))
        .drop("build");
  }

  private static IndexCounts counts(Dataset<Row> report) {
    EnumMap<State, Long> states = new EnumMap<>(State.class);
    for (Row row : report.groupBy("state").count().collectAsList()) {
      states.put(State.valueOf(row.getString(0).toUpperCase(Locale.ROOT)), row.getLong(1));
    }
    Dataset<Row> indexed =
        report.where(
            col("state").isin(ModuleScan.word(State.WRITTEN), ModuleScan.word(State.KEPT)));
    return new IndexCounts(
        states.values().stream().mapToLong(Long::longValue).sum(),
        indexed.select("mvid").distinct().count(),
        indexed.where(not(col("pdb"))).count(),
        states);
  }
}
