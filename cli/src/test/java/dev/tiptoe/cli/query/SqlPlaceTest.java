// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a query can reach, and what it leaves behind. */
class SqlPlaceTest {

  @TempDir private Path folder = Path.of("");

  private static String failure(Connection connection, String statement) throws SQLException {
    try (Statement running = connection.createStatement()) {
      return String.valueOf(
          assertThrows(SQLException.class, () -> running.execute(statement), statement)
              .getMessage());
    }
  }

  private static long number(Connection connection, String query) throws SQLException {
    try (Statement running = connection.createStatement();
        ResultSet rows = running.executeQuery(query)) {
      assertTrue(rows.next());
      return rows.getLong(1);
    }
  }

  private static void run(Connection connection, String statement) throws SQLException {
    try (Statement running = connection.createStatement()) {
      running.execute(statement);
    }
  }

  @Test
  void statements_thatNameAnAddress_areRefused_andNobodyIsConnectedTo() throws Exception {
    try (ServerSocketChannel server = ServerSocketChannel.open();
        SqlPlace place = SqlPlace.create();
        Connection connection = place.connect()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      server.configureBlocking(false);
      int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
      String address = "http://127.0.0.1:" + port;
      for (String statement :
          List.of(
              "INSTALL httpfs FROM 'ADDRESS'",
              "FORCE INSTALL httpfs FROM 'ADDRESS'",
              "INSTALL 'ADDRESS/x.duckdb_extension'",
              "LOAD 'ADDRESS/x.duckdb_extension'",
              "FROM 'ADDRESS/x.parquet'",
              "FROM read_csv('ADDRESS/x.csv')",
              "FROM read_text('ADDRESS/x.txt')",
              "COPY (SELECT 1) TO 'ADDRESS/x.csv'",
              "ATTACH 'ADDRESS/x.db' AS x")) {
        failure(connection, statement.replace("ADDRESS", address));
      }
      assertNull(server.accept());
    }
  }

  /** DuckDB knows these places by name, and asks them even without external access. */
  @Test
  void extensions_ofKnownPlaces_areNotFetched() throws Exception {
    try (SqlPlace place = SqlPlace.create();
        Connection connection = place.connect()) {
      for (String extension :
          List.of(
              "INSTALL httpfs",
              "FORCE INSTALL httpfs",
              "INSTALL httpfs FROM core",
              "INSTALL httpfs FROM core_nightly",
              "INSTALL httpfs FROM community",
              "UPDATE EXTENSIONS")) {
        String reason = failure(connection, extension);
        assertTrue(reason.contains("extensions-are-not-installed"), reason);
      }
      String reason = failure(connection, "LOAD httpfs");
      assertTrue(reason.contains("disabled through configuration"), reason);
    }
  }

  @Test
  void settings_cannotBeChanged() throws Exception {
    try (SqlPlace place = SqlPlace.create();
        Connection connection = place.connect()) {
      for (String setting :
          List.of(
              "SET enable_external_access = true",
              "SET lock_configuration = false",
              "SET autoinstall_known_extensions = true",
              "SET extension_directory = '/tmp'",
              "SET temp_directory = '/tmp'",
              "RESET extension_directory",
              "SET GLOBAL allowed_directories = ['http://']",
              "PRAGMA enable_external_access = true")) {
        failure(connection, setting);
      }
    }
  }

  @Test
  void files_ofThisMachine_areReadAndWritten() throws Exception {
    try (SqlPlace place = SqlPlace.create();
        Connection connection = place.connect()) {
      for (String format : List.of("csv", "json", "parquet")) {
        Path file = folder.resolve("some." + format);
        run(connection, "COPY (SELECT 17 AS n) TO '" + file + "'");
        assertEquals(17, number(connection, "SELECT n FROM '" + file + "'"), format);
        assertEquals("rw-------", mode(file));
      }
      run(connection, "ATTACH '" + folder.resolve("some.db") + "' AS mine");
      run(connection, "CREATE TABLE mine.t AS SELECT 4 AS n");
      assertEquals(4, number(connection, "SELECT n FROM mine.t"));
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void whatDoesNotFitIntoMemory_isInAFolderThatOnlyThisUserCanOpen_andGoneAfterwards()
      throws Exception {
    SqlPlace place = SqlPlace.create();
    assertEquals("rwx------", mode(place.folder()));
    try (Connection connection = place.connect(List.of("memory_limit = '20MB'", "threads = 1"))) {
      run(connection, "CREATE TABLE t AS SELECT md5(r::VARCHAR) AS m FROM range(1000000) t(r)");
      try (Stream<Path> all = Files.list(place.folder())) {
        List<Path> files = all.toList();
        assertTrue(files.size() > 2, files::toString);
        for (Path file : files) {
          assertEquals("rw-------", mode(file), file::toString);
        }
      }
    } finally {
      place.close();
    }
    assertFalse(Files.exists(place.folder()));
  }

  @Test
  void files_thatOthersMayRead_areCreatedAgainAfterwards() throws Exception {
    Files.createFile(folder.resolve("before"));
    SqlPlace.create().close();
    Files.createFile(folder.resolve("after"));
    assertEquals(mode(folder.resolve("before")), mode(folder.resolve("after")));
  }
}
