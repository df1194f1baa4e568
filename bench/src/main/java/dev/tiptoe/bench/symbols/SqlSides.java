// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.symbols;

import dev.tiptoe.bench.Checksum;
import dev.tiptoe.duckdb.FrameFunctions;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * The sides that answer in SQL, on one thread of DuckDB: ours by functions, and the peer by a table
 * of all answers, which is joined. Not thread-safe.
 */
final class SqlSides {

  /** The value that is queried for all frames, as a column and as our function. */
  private static final Map<String, String> WORKS =
      Map.of(
          "sql-lines", "sum(%s)",
          "sql-names", "sum(length(%s))",
          "sql-frames", "sum(length(%s))");

  private static final Map<String, String> FUNCTIONS =
      Map.of(
          "sql-lines", "tiptoe_line(mvid, token, il)",
          "sql-names", "tiptoe_name(mvid, token)",
          "sql-frames", "tiptoe_frame(mvid, token, il)");

  private static final Map<String, String> COLUMNS =
      Map.of("sql-lines", "line", "sql-names", "name", "sql-frames", "frame");

  private SqlSides() {}

  /** Returns a work that calls functions, which use the indexes of a folder. */
  static Consumer<Checksum> functions(Frames frames, Path folder, String word) {
    try {
      Connection duckdb = withFrames(frames);
      FrameFunctions.register(duckdb, new SharedIndexFolder(folder));
      return sum(frames, duckdb, aggregate(word, FUNCTIONS) + " FROM frames");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a work that joins the frames with a table of all answers. */
  static Consumer<Checksum> table(Frames frames, String word) {
    try {
      Connection duckdb = withFrames(frames);
      addAnswers(frames, duckdb);
      String join = " FROM frames JOIN answers USING (mvid, token, il)";
      return sum(frames, duckdb, aggregate(word, COLUMNS) + join);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String aggregate(String word, Map<String, String> values) {
    return "SELECT " + WORKS.getOrDefault(word, "").formatted(values.get(word));
  }

  private static Consumer<Checksum> sum(Frames frames, Connection duckdb, String query) {
    return checksum -> {
      try (Statement statement = duckdb.createStatement();
          ResultSet found = statement.executeQuery(query)) {
        found.next();
        checksum.count(frames.count() - 1);
        checksum.add(found.getLong(1));
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  /** Returns a database with the frames, of which one thread is used. */
  private static Connection withFrames(Frames frames) throws SQLException {
    Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
    run(duckdb, "SET threads = 1");
    run(duckdb, "CREATE TABLE numbers(module INTEGER, token INTEGER, il INTEGER)");
    try (Rows rows = new Rows(duckdb, "numbers")) {
      for (int i = 0; i < frames.count(); i++) {
        Frames.Point point = frames.point(i);
        rows.add(frames.module(i), token(point).value(), point.ilOffset());
      }
    }
    addModules(frames, duckdb);
    run(
        duckdb,
        "CREATE TABLE frames AS SELECT mvid, token, il FROM numbers JOIN modules USING (module)");
    return duckdb;
  }

  private static void addModules(Frames frames, Connection duckdb) throws SQLException {
    run(duckdb, "CREATE TABLE modules(module INTEGER, mvid VARCHAR)");
    try (Rows rows = new Rows(duckdb, "modules")) {
      for (int module = 0; module < frames.modules(); module++) {
        UUID mvid = Frames.mvid(module);
        rows.add(module, mvid.toString());
      }
    }
  }

  private static void addAnswers(Frames frames, Connection duckdb) throws SQLException {
    run(
        duckdb,
        "CREATE TABLE points(token INTEGER, il INTEGER, line INTEGER, name VARCHAR, frame"
            + " VARCHAR)");
    ImageSymbols symbols = ImageSymbols.of(frames.image(), frames.pdb());
    Map<Token, MethodSymbol> methods = new HashMap<>();
    try (Rows rows = new Rows(duckdb, "points")) {
      for (Frames.Point point : frames.points()) {
        Token token = token(point);
        MethodSymbol method = methods.computeIfAbsent(token, symbols::method);
        SourcePlace.Known source = symbols.source(token, point.ilOffset()).known().orElseThrow();
        String frame =
            method.written().text()
                + " in "
                + source.document().path()
                + ":line "
                + source.startLine();
        rows.add(token.value(), point.ilOffset(), point.line(), method.shown(), frame);
      }
    }
    run(
        duckdb,
        "CREATE TABLE answers AS SELECT mvid, token, il, line, name, frame FROM points, modules");
  }

  private static Token token(Frames.Point point) {
    return Token.of(MethodDef.TABLE, point.rid());
  }

  private static void run(Connection duckdb, String text) throws SQLException {
    try (Statement statement = duckdb.createStatement()) {
      statement.execute(text);
    }
  }

  /** Adds rows of numbers and texts to a table. */
  private static final class Rows implements AutoCloseable {

    private final DuckDBAppender appender;

    Rows(Connection duckdb, String table) throws SQLException {
      this.appender = duckdb.unwrap(DuckDBConnection.class).createAppender("main", table);
    }

    void add(Object... fields) throws SQLException {
      appender.beginRow();
      for (Object field : fields) {
        if (field instanceof Integer number) {
          appender.append(number.intValue());
        } else {
          appender.append(field.toString());
        }
      }
      appender.endRow();
    }

    @Override
    public void close() throws SQLException {
      appender.close();
    }
  }
}
