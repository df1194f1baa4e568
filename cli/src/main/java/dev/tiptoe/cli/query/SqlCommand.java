// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.query;

import dev.tiptoe.cli.option.RowFormat;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.duckdb.FrameFunctions;
import dev.tiptoe.duckdb.ProfileTables;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe sql}: answers SQL about traces and profiles, by DuckDB. */
@Command(
    name = "sql",
    mixinStandardHelpOptions = true,
    description = {
      "Answers SQL about traces and profiles. The tables are files: profile('app.tiptoe') has the"
          + " stacks of each thread, profile_frames(…) the frames of each stack, profile_samples(…)"
          + " the stacks at each time.",
      "",
      "For example: tiptoe sql \"SELECT method, sum(weight) FROM profile('app.tiptoe') GROUP BY 1"
          + " ORDER BY 2 DESC LIMIT 10\"",
      "",
      "With --index, tiptoe_frame(mvid, token, il), tiptoe_name(mvid, token) and others name .NET"
          + " frames that are given by number. The SQL is DuckDB's, which also reads CSV, JSON and"
          + " Parquet files. Columns of TSV, members of JSON: those of the query."
    })
public final class SqlCommand implements Callable<Integer> {

  private static final String DRIVER = "org.duckdb.DuckDBDriver";

  @Parameters(
      arity = "0..1",
      paramLabel = "QUERY",
      description =
          "One or several statements, of which the last one's rows are printed. Default: those on"
              + " standard input.")
  private Optional<String> query = Optional.empty();

  @Option(
      names = "--index",
      paramLabel = "DIR",
      description = "A folder of symbol indexes, which tiptoe index has made.")
  private Optional<Path> indexes = Optional.empty();

  @Mixin private RowFormat format = new RowFormat();

  private final Terminal terminal;

  public SqlCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    boolean asRows = format.isGiven();
    requireEngine();
    String text = query.isPresent() ? query.get() : read();
    try (SqlPlace place = SqlPlace.create();
        Connection connection = place.connect()) {
      ProfileTables.register(connection);
      if (indexes.isPresent()) {
        FrameFunctions.register(connection, folder(indexes.get()));
      }
      return answer(connection, text, asRows);
    } catch (SQLException e) {
      throw new IOException(SqlMessage.of(e), e);
    }
  }

  private static void requireEngine() throws IOException {
    try {
      Class.forName(DRIVER);
    } catch (ClassNotFoundException e) {
      throw new IOException(
          "SQL needs DuckDB's Java API, which is not there: put duckdb_jdbc-2.0.0.1.jar"
              + " (org.duckdb:duckdb_jdbc of Maven Central) beside tiptoe-cli.jar",
          e);
    }
  }

  private String read() throws IOException {
    return new String(terminal.in().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static SharedIndexFolder folder(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      throw new NotDirectoryException(path.toString());
    }
    return new SharedIndexFolder(path);
  }

  private int answer(Connection connection, String text, boolean asRows) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (!statement.execute(text)) {
        return ExitCode.OK;
      }
      try (ResultSet rows = statement.getResultSet()) {
        SqlResult result = new SqlResult(rows, terminal);
        long count = asRows ? result.printRows(format) : result.printTable();
        return count > 0 ? ExitCode.OK : ExitCode.NO;
      }
    }
  }
}
