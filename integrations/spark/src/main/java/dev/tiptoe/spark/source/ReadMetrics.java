// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** Counts that Spark shows beside a scan. For one thread. */
final class ReadMetrics {

  private long read;
  private long damaged;

  /** The files that were read. */
  public static final class FilesRead extends CustomSumMetric {
    /** Creates the metric, as Spark does. */
    public FilesRead() {}

    @Override
    public String name() {
      return "filesRead";
    }

    @Override
    public String description() {
      return "profiles read";
    }
  }

  /** The files that are damaged. */
  public static final class FilesDamaged extends CustomSumMetric {
    /** Creates the metric, as Spark does. */
    public FilesDamaged() {}

    @Override
    public String name() {
      return "filesDamaged";
    }

    @Override
    public String description() {
      return "profiles that are damaged";
    }
  }

  private record Value(String name, long value) implements CustomTaskMetric {}

  static CustomMetric[] all() {
    return new CustomMetric[] {new FilesRead(), new FilesDamaged()};
  }

  void count(boolean isDamaged) {
    read += isDamaged ? 0 : 1;
    damaged += isDamaged ? 1 : 0;
  }

  CustomTaskMetric[] values() {
    return new CustomTaskMetric[] {
      new Value("filesRead", read), new Value("filesDamaged", damaged)
    };
  }
}
