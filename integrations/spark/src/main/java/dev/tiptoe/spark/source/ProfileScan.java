// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/** Reads the columns and rows that a query needs. Runs where Spark plans. */
record ProfileScan(ReadOptions options, StructType columns, Wanted wanted) implements Scan, Batch {

  /** Files that are read by one task, one after the other. */
  record Group(List<FileUnit> units) implements InputPartition {}

  @Override
  public StructType readSchema() {
    return columns;
  }

  @Override
  public String description() {
    return "tiptoe " + options.table() + " " + String.join(", ", options.paths()) + " " + wanted;
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    try {
      List<FileUnit> units =
          units().stream().filter(unit -> wanted.hasSource(unit.source())).toList();
      return FileUnits.grouped(units, options.splitBytes()).stream()
          .map(Group::new)
          .toArray(InputPartition[]::new);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<FileUnit> units() throws IOException {
    FileUnits files = new FileUnits(options, hadoop());
    return options.listing().isEmpty()
        ? files.find()
        : new Listing(new Path(options.listing()), hadoop()).units(files::find);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new ProfileReaderFactory(
        options, List.of(columns.fieldNames()), wanted, new SerializableConfiguration(hadoop()));
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return ReadMetrics.all();
  }

  private static Configuration hadoop() {
    return SparkSession.active().sparkContext().hadoopConfiguration();
  }
}
