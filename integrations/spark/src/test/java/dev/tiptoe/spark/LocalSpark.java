// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The session of all tests in this JVM, and rows as text. */
final class LocalSpark {

  private static final String WHOLE_STAGE = "spark.sql.codegen.wholeStage";
  private static final String FACTORY_MODE = "spark.sql.codegen.factoryMode";
  private static final String ADAPTIVE = "spark.sql.adaptive.enabled";
  private static final SparkSession SESSION = started();

  private LocalSpark() {}

  private static SparkSession started() {
    SparkSession session =
        SparkSession.builder()
            .master("local[2]")
            .appName("test")
            .config("spark.ui.enabled", false)
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.hadoop.fs.far.impl", FarFileSystem.class.getName())
            .config("spark.hadoop.fs.file.impl", PlainFileSystem.class.getName())
            .config("spark.sql.shuffle.partitions", 2)
            // Compiling a query takes longer than these queries do; clusters do compile theirs.
            .config(WHOLE_STAGE, false)
            .config(FACTORY_MODE, "NO_CODEGEN")
            .config(ADAPTIVE, false)
            .config("spark.sql.session.timeZone", "UTC")
            .getOrCreate();
    session.sparkContext().setLogLevel("OFF");
    return session;
  }

  static SparkSession session() {
    return SESSION;
  }

  /** Returns a session that compiles its queries, as one does by default. */
  static SparkSession compiling() {
    SparkSession session = SESSION.newSession();
    session.conf().set(WHOLE_STAGE, true);
    session.conf().set(FACTORY_MODE, "FALLBACK");
    session.conf().set(ADAPTIVE, true);
    return session;
  }

  /** Returns the rows of a query, each with its fields separated by {@code |}. */
  static List<String> rows(String query) {
    return rows(SESSION.sql(query));
  }

  static List<String> rows(Dataset<Row> rows) {
    return rows.collectAsList().stream().map(LocalSpark::text).toList();
  }

  /** Returns the rows in their own order, which does not depend on how they were made. */
  static List<String> sorted(Dataset<Row> rows) {
    return rows(rows).stream().sorted().toList();
  }

  /** Returns the only field of the only row. */
  static String field(String query) {
    List<String> rows = rows(query);
    if (rows.size() != 1) {
      throw new AssertionError(rows.size() + " rows: " + query);
    }
    return rows.get(0);
  }

  private static String text(Row row) {
    return IntStream.range(0, row.length())
        .mapToObj(i -> String.valueOf(row.get(i)))
        .collect(Collectors.joining("|"));
  }

  static Dataset<Row> table(String table, String... paths) {
    return SESSION.read().format("tiptoe").option("table", table).load(paths);
  }

  /** Makes a table of profiles known to SQL by its name. */
  static void view(String table, String... paths) {
    table(table, paths).createOrReplaceTempView(table);
  }

  static List<String> columns(Dataset<Row> rows) {
    return Arrays.stream(rows.schema().fields())
        .map(field -> field.name() + " " + field.dataType().simpleString())
        .toList();
  }
}
