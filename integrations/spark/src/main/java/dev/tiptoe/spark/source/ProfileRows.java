// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.jspecify.annotations.Nullable;

/** The rows of a task, file after file, of which one is in memory. For one thread. */
final class ProfileRows<C extends ProfileCursor> implements PartitionReader<InternalRow> {

  private final ProfileTable<C> table;
  private final List<ProfileTable.Column<C>> columns;
  private final Wanted wanted;
  private final UnitReader reader;
  private final Iterator<FileUnit> units;
  private final ReadMetrics metrics = new ReadMetrics();
  private @Nullable C cursor;

  ProfileRows(
      ProfileTable<C> table,
      List<ProfileTable.Column<C>> columns,
      Wanted wanted,
      UnitReader reader,
      Iterator<FileUnit> units) {
    this.table = table;
    this.columns = columns;
    this.wanted = wanted;
    this.reader = reader;
    this.units = units;
  }

  @Override
  public boolean next() throws IOException {
    while (cursor == null || !cursor.next()) {
      cursor = null;
      if (!units.hasNext()) {
        return false;
      }
      UnitProfile read = reader.read(units.next());
      metrics.count(!read.problem().isEmpty());
      cursor = table.cursor().apply(read, wanted);
    }
    return true;
  }

  @Override
  public InternalRow get() {
    C row = cursor;
    if (row == null) {
      throw new IllegalStateException("there is no row");
    }
    @Nullable Object[] fields = new @Nullable Object[columns.size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = columns.get(i).cell().apply(row);
    }
    return new GenericInternalRow(fields);
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return metrics.values();
  }

  @Override
  public void close() {
    cursor = null;
  }
}
