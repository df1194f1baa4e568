// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A table of the profiles in files, as Spark's planner sees it. */
record ProfileFiles(ReadOptions options) implements SupportsRead {

  @Override
  public String name() {
    return "tiptoe " + options.table() + " of " + String.join(", ", options.paths());
  }

  @Override
  public Column[] columns() {
    return ProfileTable.named(options.table()).columns().stream()
        .map(column -> Column.create(column.name(), column.type(), column.isNullable()))
        .toArray(Column[]::new);
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(TableCapability.BATCH_READ);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap readOptions) {
    return new ProfileScanBuilder(options);
  }
}
