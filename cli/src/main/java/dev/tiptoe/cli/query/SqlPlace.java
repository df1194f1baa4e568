// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.query;

import com.sun.jna.Library;
import com.sun.jna.Native;
import dev.tiptoe.cli.terminal.TemporaryFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * The database for a query: it is in memory and can reach the files of this machine and nothing
 * else. What does not fit into memory goes into a folder that only this user can open. The folder
 * is deleted when this is closed. Not thread-safe.
 */
final class SqlPlace implements AutoCloseable {

  /** In the folder, and no folder itself: so no extension can be put there. */
  private static final String NO_EXTENSIONS = "extensions-are-not-installed";

  /** All but the owner's permissions. */
  private static final int OWNERS_ONLY = 077;

  private final TemporaryFile folder;
  private final int umaskBefore;

  /** The required function of the C library. */
  private interface C extends Library {
    int umask(int mask);
  }

  /** The C library of a system that has one, loaded on first use. */
  private static final class Loaded {
    static final Optional<C> LIBRARY =
        File.separatorChar == '/' ? Optional.of(Native.load("c", C.class)) : Optional.empty();
  }

  private SqlPlace(TemporaryFile folder) {
    this.folder = folder;
    this.umaskBefore = umask(OWNERS_ONLY);
  }

  /** Creates the folder. Files that are created until this is closed have mode 0600. */
  static SqlPlace create() throws IOException {
    SqlPlace place = new SqlPlace(TemporaryFile.folder());
    try {
      Files.createFile(place.folder().resolve(NO_EXTENSIONS));
      return place;
    } catch (IOException | RuntimeException | Error e) {
      place.close();
      throw e;
    }
  }

  private static int umask(int mask) {
    return Loaded.LIBRARY.map(library -> library.umask(mask)).orElse(mask);
  }

  /**
   * Opens the database. What it may do cannot be changed by statements.
   *
   * <p>Without external access, DuckDB opens no address and loads no library; the files of the
   * machine are allowed beside that. It would still fetch extensions from the places that it knows
   * by name, had it a folder for them.
   */
  Connection connect() throws SQLException {
    return connect(List.of());
  }

  /** The same, with more settings. */
  Connection connect(List<String> more) throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("autoload_known_extensions", "false");
    Connection connection = DriverManager.getConnection("jdbc:duckdb:", settings);
    try (Statement statement = connection.createStatement()) {
      for (String setting : more) {
        statement.execute("SET " + setting);
      }
      for (String setting : settings()) {
        statement.execute("SET " + setting);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private List<String> settings() {
    return List.of(
        "temp_directory = " + quoted(folder.path()),
        "extension_directory = " + quoted(folder.path().resolve(NO_EXTENSIONS)),
        "allow_community_extensions = false",
        "allow_persistent_secrets = false",
        "allowed_directories = ['/']",
        "enable_external_access = false",
        "lock_configuration = true");
  }

  /** Returns the folder. */
  Path folder() {
    return folder.path();
  }

  private static String quoted(Path path) {
    return "'" + path.toAbsolutePath().toString().replace("'", "''") + "'";
  }

  @Override
  public void close() {
    int ignored = umask(umaskBefore);
    folder.close();
  }
}
