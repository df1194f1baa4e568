// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import java.sql.Connection;
import java.sql.SQLException;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunctionBuilder;

/**
 * Table functions that show the profile of a file: of a trace, of a {@code .nettrace} file, of
 * pprof, of OTLP, or of collapsed stacks.
 *
 * <table>
 * <caption>The functions</caption>
 * <tr><th>function</th><th>a row for</th></tr>
 * <tr><td>{@code profile(file)}</td><td>each stack of each thread, with the method that was executing
 *     </td></tr>
 * <tr><td>{@code profile_frames(file)}</td><td>each frame of each distinct stack, the root first</td>
 *     </tr>
 * <tr><td>{@code profile_samples(file)}</td><td>each stack at each time</td></tr>
 * </table>
 *
 * <p>Stacks are numbers, by which the tables are joined. Each function takes, by name, {@code lines
 * := true}, which distinguishes the lines of a method; {@code modules := 'DIR'}, a folder with the
 * modules of a program that was recorded elsewhere; and {@code sample_type := 'NAME'}, the kind of
 * values of a file that has several. A file that cannot be read makes the query fail, with the
 * reason.
 *
 * <p>The functions read files themselves, with the permissions of the process. DuckDB does not pass
 * its settings to them: {@code enable_external_access} and {@code allowed_directories} do not
 * restrict them. Do not add them to a database that takes queries of strangers.
 *
 * <p>The last few profiles stay in memory while their files do not change.
 */
public final class ProfileTables {

  private ProfileTables() {}

  /**
   * Adds the functions to a database.
   *
   * @param connection a connection of DuckDB
   * @throws SQLException when it is none, or has been closed
   */
  public static void register(Connection connection) throws SQLException {
    ProfileFiles files = new ProfileFiles();
    for (ProfileTable<?> table : ProfileTable.ALL) {
      try (DuckDBTableFunctionBuilder function = DuckDBFunctions.tableFunction()) {
        var registered =
            function
                .withName(table.name())
                .withParameter(DuckDBColumnType.VARCHAR)
                .withNamedParameter(ProfileFiles.LINES, DuckDBColumnType.BOOLEAN)
                .withNamedParameter(ProfileFiles.MODULES, DuckDBColumnType.VARCHAR)
                .withNamedParameter(ProfileFiles.SAMPLE_TYPE, DuckDBColumnType.VARCHAR)
                .withProjectionPushdown()
                .withFunction(new ProfileScan<>(files, table))
                .register(connection);
        assert registered.name().equals(table.name());
      }
    }
  }
}
