// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownFilters;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;

/** Takes the columns and the conditions of a query that the reader handles. Not thread-safe. */
final class ProfileScanBuilder implements SupportsPushDownFilters, SupportsPushDownRequiredColumns {

  private final ReadOptions options;
  private final ProfileTable<?> table;
  private final List<Filter> pushed = new ArrayList<>();
  private StructType columns;
  private Wanted wanted = Wanted.ALL;

  ProfileScanBuilder(ReadOptions options) {
    this.options = options;
    this.table = ProfileTable.named(options.table());
    this.columns = table.schema();
  }

  @Override
  public Filter[] pushFilters(Filter[] filters) {
    List<Filter> left = new ArrayList<>();
    for (Filter filter : filters) {
      Optional<Wanted> narrower = wanted.and(filter, table);
      if (narrower.isPresent()) {
        wanted = narrower.get();
        pushed.add(filter);
      } else {
        left.add(filter);
      }
    }
    return left.toArray(Filter[]::new);
  }

  @Override
  public Filter[] pushedFilters() {
    return pushed.toArray(Filter[]::new);
  }

  @Override
  public void pruneColumns(StructType required) {
    columns = required;
  }

  @Override
  public Scan build() {
    return new ProfileScan(options, columns, wanted);
  }
}
