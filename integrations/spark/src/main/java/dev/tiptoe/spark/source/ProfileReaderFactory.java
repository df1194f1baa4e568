// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.util.SerializableConfiguration;

/** Makes the readers of tasks; sent to executors. */
record ProfileReaderFactory(
    ReadOptions options, List<String> columns, Wanted wanted, SerializableConfiguration hadoop)
    implements PartitionReaderFactory {

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    return reader(ProfileTable.named(options.table()), (ProfileScan.Group) partition);
  }

  private <C extends ProfileCursor> PartitionReader<InternalRow> reader(
      ProfileTable<C> table, ProfileScan.Group group) {
    return new ProfileRows<>(
        table,
        columns.stream().map(table::column).toList(),
        wanted,
        new UnitReader(options, hadoop.value()),
        group.units().iterator());
  }
}
