// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.symbols;

import dev.tiptoe.bench.FleetWork;
import dev.tiptoe.bench.Stage;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.api.java.function.ReduceFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;

/**
 * One side of {@code prove bench fleet}, a program: a driver of Spark with executors of its own.
 * {@code FleetBench SIDE MODULE FOLDER EXECUTORS} does the works named by the lines of standard
 * input and answers each with a line.
 */
public final class FleetBench {

  /** More than executors, so that each has some. */
  private static final int TASKS = 32;

  private FleetBench() {}

  /** Answers the lines of standard input. */
  public static void main(String[] arguments) throws IOException {
    Frames frames = new Frames(Path.of(arguments[1]), SparkSides.LOCATIONS);
    Path folder = Path.of(arguments[2]);
    try (SparkSession spark = started(Integer.parseInt(arguments[3]), folder)) {
      Stage.Works works =
          switch (arguments[0]) {
            case "tiptoe" -> SparkSides.tiptoe(spark, frames, folder);
            case "join" -> SparkSides.join(spark, frames, folder);
            default -> throw new IllegalArgumentException("no side is called " + arguments[0]);
          };
      Stage.answer(
          line ->
              line.endsWith(FleetWork.HEAP.word())
                  ? Stage.measured(heap(spark))
                  : Stage.timed(line, works));
    }
  }

  /** Starts a session whose executors are processes with one core and a gigabyte of heap each. */
  private static SparkSession started(int executors, Path folder) {
    return SparkSession.builder()
        .master("local-cluster[" + executors + ",1,1024]")
        .appName("prove bench fleet")
        .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
        .config("spark.ui.enabled", false)
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.local.dir", folder.toString())
        .config("spark.sql.shuffle.partitions", SparkSides.PARTITIONS)
        .config("spark.sql.parquet.compression.codec", "zstd")
        .getOrCreate();
  }

  private static long heap(SparkSession spark) {
    return spark
        .range(0, TASKS, 1, TASKS)
        .map((MapFunction<Long, Long>) each -> ownHeap(), Encoders.LONG())
        .reduce((ReduceFunction<Long>) Math::max);
  }

  /** Returns what the heap of this process held after its last collection. */
  private static long ownHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getCollectionUsage)
        .filter(Objects::nonNull)
        .mapToLong(MemoryUsage::getUsed)
        .sum();
  }
}
