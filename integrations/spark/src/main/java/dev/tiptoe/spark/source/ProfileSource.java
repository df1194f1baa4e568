// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The format {@code tiptoe}: profiles and traces as tables.
 *
 * <pre>{@code
 * spark.read().format("tiptoe").option("table", "samples").load("/profiles")
 * }</pre>
 *
 * <table>
 * <caption>The tables</caption>
 * <tr><th>table</th><th>a row for</th></tr>
 * <tr><td>{@code sources}</td><td>each file, or part of a file that is read on its own</td></tr>
 * <tr><td>{@code samples}</td><td>each stack at each time</td></tr>
 * <tr><td>{@code stacks}</td><td>each distinct stack that was sampled</td></tr>
 * <tr><td>{@code locations}</td><td>each distinct frame</td></tr>
 * <tr><td>{@code mappings}</td><td>each module</td></tr>
 * </table>
 *
 * <p>Tables are joined by {@code source} and the number of the row. Spark makes instances of this
 * by its name.
 */
public final class ProfileSource implements TableProvider, DataSourceRegister {

  /** Creates a source, as Spark does. */
  public ProfileSource() {}

  @Override
  public String shortName() {
    return "tiptoe";
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return ProfileTable.named(ReadOptions.of(options).table()).schema();
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return new ProfileFiles(ReadOptions.of(new CaseInsensitiveStringMap(properties)));
  }
}
