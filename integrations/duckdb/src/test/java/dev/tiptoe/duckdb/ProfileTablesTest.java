// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileTablesTest {

  @TempDir private Path folder;

  private Path file;
  private Sql sql;

  @BeforeEach
  void openDatabase() throws IOException, SQLException {
    file = folder.resolve("it's a profile.txt");
    Files.writeString(
        file,
        """
        main;Shop.Main;Shop.Buy;System.Buffer.Copy 5
        main;Shop.Main;Shop.Buy 3
        main;Shop.Main;Shop.Sort;Shop.Sort;Shop.Sort 2
        worker;Shop.Serve;Shop.Buy 7
        """);
    sql = new Sql();
    ProfileTables.register(sql.connection());
  }

  @AfterEach
  void closeDatabase() throws SQLException {
    sql.close();
  }

  /** Returns a call of a table function for the file. */
  private String call(String function) {
    return function + "('" + file.toString().replace("'", "''") + "')";
  }

  @Test
  void profile_hasTheWeightsOfTheMethodsThatWereExecuting() throws SQLException {
    assertEquals(
        List.of("Shop.Buy|10", "System.Buffer.Copy|5", "Shop.Sort|2"),
        sql.rows(
            "SELECT method, sum(weight) FROM "
                + call("profile")
                + " GROUP BY 1 ORDER BY 2 DESC, 1"));
    assertEquals(
        List.of("main|10|3", "worker|7|1"),
        sql.rows(
            "SELECT thread, sum(weight), count(*) FROM "
                + call("profile")
                + " GROUP BY ALL ORDER BY 1"));
  }

  @Test
  void frames_joinedByStack_giveTheWeightsOfWhatWasOnTheStack() throws SQLException {
    assertEquals(
        List.of(
            "Shop.Buy|15", "Shop.Main|10", "Shop.Serve|7", "System.Buffer.Copy|5", "Shop.Sort|2"),
        sql.rows(
            "SELECT f.method, sum(p.weight) FROM "
                + call("profile")
                + " p JOIN "
                + call("profile_frames")
                + " f USING (stack) WHERE f.outermost GROUP BY 1 ORDER BY 2 DESC, 1"));
    assertEquals(
        List.of("0|Shop.Main|true", "1|Shop.Sort|true", "2|Shop.Sort|false", "3|Shop.Sort|false"),
        sql.rows(
            "SELECT depth, method, outermost FROM "
                + call("profile_frames")
                + " WHERE stack = (SELECT stack FROM "
                + call("profile")
                + " WHERE method = 'Shop.Sort') ORDER BY depth"));
  }

  @Test
  void samples_haveTheWeightOfTheProfile() throws SQLException {
    assertEquals("17", sql.field("SELECT sum(weight) FROM " + call("profile_samples")));
  }

  @Test
  void columns_areThoseOfTheGuide() throws SQLException {
    assertEquals(
        List.of(
            "thread VARCHAR, stack BIGINT, depth BIGINT, method VARCHAR, full_name VARCHAR, module"
                + " VARCHAR, mvid VARCHAR, token INTEGER, kind VARCHAR, file VARCHAR, line INTEGER,"
                + " weight BIGINT, nanos BIGINT",
            "stack BIGINT, depth BIGINT, method VARCHAR, full_name VARCHAR, module VARCHAR, mvid"
                + " VARCHAR, token INTEGER, kind VARCHAR, file VARCHAR, line INTEGER, outermost"
                + " BOOLEAN",
            "elapsed BIGINT, thread VARCHAR, stack BIGINT, weight BIGINT, nanos BIGINT"),
        List.of(columns("profile"), columns("profile_frames"), columns("profile_samples")));
  }

  /** A word of SQL would have to be quoted. */
  @Test
  void columns_areNamesThatNeedNoQuotes() throws SQLException {
    for (String function : List.of("profile", "profile_frames", "profile_samples")) {
      for (String column : columns(function).split(", ", -1)) {
        String name = column.substring(0, column.indexOf(' '));
        String query = "SELECT count(" + name + ") FROM " + call(function) + " WHERE " + name;
        assertTrue(Integer.parseInt(sql.field(query + " IS NOT NULL")) >= 0, name);
        assertTrue(sql.rows("SELECT " + name + " FROM " + call(function)).size() > 0, name);
      }
    }
  }

  private String columns(String function) throws SQLException {
    return String.join(
        ", ",
        sql.rows(
            "SELECT column_name || ' ' || column_type FROM (DESCRIBE SELECT * FROM "
                + call(function)
                + ")"));
  }

  @Test
  void manyStacks_areAllRead() throws IOException, SQLException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append("main;A").append(i % 17).append(";B").append(i).append(";C 1\n");
    }
    Files.writeString(file, text);
    assertEquals(
        "20000|20000|17",
        sql.field(
            "SELECT sum(weight), count(*), (SELECT count(DISTINCT method) FROM "
                + call("profile_frames")
                + " WHERE depth = 0) FROM "
                + call("profile")
                + " WHERE method = 'C'"));
  }

  @Test
  void file_thatChanges_isReadAgain() throws IOException, SQLException {
    assertEquals("17", sql.field("SELECT sum(weight) FROM " + call("profile")));
    Files.writeString(file, "main;A 123456\n");
    assertEquals("123456", sql.field("SELECT sum(weight) FROM " + call("profile")));
  }

  @Test
  void file_thatIsNoProfile_failsWithTheReason() throws IOException {
    Files.writeString(file, "no profile\n");
    SQLException thrown =
        assertThrows(SQLException.class, () -> sql.rows("FROM " + call("profile")));
    assertTrue(String.valueOf(thrown.getMessage()).contains(file.toString()), thrown::toString);
    Path missing = folder.resolve("missing.tiptoe");
    thrown =
        assertThrows(SQLException.class, () -> sql.rows("FROM profile_frames('" + missing + "')"));
    assertTrue(String.valueOf(thrown.getMessage()).contains("missing.tiptoe"), thrown::toString);
    assertThrows(SQLException.class, () -> sql.rows("FROM profile(NULL)"));
  }

  @Test
  void sampleType_thatTheFileDoesNotHave_isReported() {
    SQLException thrown =
        assertThrows(
            SQLException.class,
            () ->
                sql.rows(
                    "FROM " + call("profile").replace(")", ", sample_type := 'alloc_space')")));
    assertTrue(String.valueOf(thrown.getMessage()).contains("alloc_space"), thrown::toString);
  }
}
