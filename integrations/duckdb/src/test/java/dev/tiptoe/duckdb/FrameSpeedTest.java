// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rows that the functions answer in a second of processor time, on one thread of DuckDB's. Each
 * row is a method and an IL offset drawn alike from two modules, of which each has a run of rows,
 * as a profile has.
 */
@Tag("witness")
class FrameSpeedTest {

  private static final long ROWS = 2_000_000;

  /**
   * Half of what was measured is wanted: a processor that two programs share is that much slower.
   */
  private static final int WANTED = 500_000;

  @TempDir private Path folder;

  private static long processorTime() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  @Test
  void functions_answerSoManyRowsASecond() throws IOException, SQLException {
    StringBuilder modules = new StringBuilder("CASE i // 1000 % 2");
    int methods = Integer.MAX_VALUE;
    int number = 0;
    for (TestAssembly assembly :
        new TestAssembly[] {TestAssembly.WRITTEN, TestAssembly.CONSTRUCTS}) {
      Image image = Image.open(assembly.path());
      assertTrue(
          new SymbolIndexWriter(folder, true).write(image, PortablePdb.of(image)).isPresent());
      modules
          .append(" WHEN ")
          .append(number++)
          .append(" THEN '")
          .append(image.mvid().orElseThrow())
          .append('\'');
      methods = Math.min(methods, image.count(MethodDef.TABLE));
    }
    try (Sql sql = new Sql()) {
      FrameFunctions.register(sql.connection(), new SharedIndexFolder(folder));
      sql.run("SET threads = 1");
      sql.run(
          """
          CREATE TABLE frames AS
          SELECT %s END m, (100663297 + hash(i) %% %d)::BIGINT t, (hash(-i) %% 60)::BIGINT il
          FROM range(%d) AS numbers(i)
          """
              .formatted(modules, methods, ROWS));
      for (String function :
          new String[] {"tiptoe_line(m, t, il)", "tiptoe_name(m, t)", "tiptoe_frame(m, t, il)"}) {
        String query = "SELECT count(*), count(" + function + ") FROM frames";
        String warm = sql.field(query);
        long before = processorTime();
        assertEquals(warm, sql.field(query));
        double second = ROWS * 1e9 / (processorTime() - before);
        System.out.printf(
            Locale.ROOT, "%s: %.2f million rows in a second%n", function, second / 1e6);
        assertTrue(second > WANTED, function + " answers " + second + " rows in a second");
      }
    }
  }
}
