// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameFunctionsTest {

  @TempDir private Path folder;

  private Image written;
  private UUID mvid;
  private Sql sql;

  @BeforeEach
  void openDatabase() throws IOException, SQLException {
    written = Image.open(TestAssembly.WRITTEN.path());
    mvid = written.mvid().orElseThrow();
    assertTrue(
        new SymbolIndexWriter(folder, true).write(written, PortablePdb.of(written)).isPresent());
    sql = new Sql();
    FrameFunctions.register(sql.connection(), new SharedIndexFolder(folder));
  }

  @AfterEach
  void closeDatabase() throws SQLException {
    sql.close();
  }

  private static String line(ImageSymbols symbols, Token token, int il) {
    SourcePlace source = symbols.source(token, il);
    return source
        .known()
        .map(known -> known.document().path() + "|" + known.startLine())
        .orElse("null|null");
  }

  private static String frame(ImageSymbols symbols, Token token, int il) {
    String line =
        symbols
            .source(token, il)
            .known()
            .map(known -> " in " + known.document().path() + ":line " + known.startLine())
            .orElse("");
    return symbols.method(token).written().text() + line;
  }

  private static String reason(ImageSymbols symbols, Token token, int il) {
    SourcePlace source = symbols.source(token, il);
    return source instanceof SourcePlace.Unknown
        ? "none"
        : ((SourcePlace.Known) source).precision() == SourcePlace.Precision.EXACT
            ? "exact"
            : "at or after";
  }

  @Test
  void frames_ofAllMethods_areThoseOfTheModule() throws SQLException, IOException {
    ImageSymbols symbols = ImageSymbols.of(written, PortablePdb.of(written));
    List<String> expected = new ArrayList<>();
    for (int rid = 1; rid <= symbols.methodCount(); rid++) {
      for (int il : new int[] {0, 7, 1 << 20}) {
        Token token = Token.of(MethodDef.TABLE, rid);
        MethodSymbol method = symbols.method(token);
        expected.add(
            String.join(
                "|",
                method.shown(),
                method.written().text(),
                method.systemName(),
                line(symbols, token, il),
                frame(symbols, token, il),
                reason(symbols, token, il)));
      }
    }
    assertTrue(expected.size() > 300, expected.size() + " frames");
    List<String> found =
        sql.rows(
            """
            SELECT tiptoe_name(m, t), tiptoe_written(m, t), tiptoe_system_name(m, t),
                   tiptoe_file(m, t, il), tiptoe_line(m, t, il), tiptoe_frame(m, t, il),
                   CASE WHEN tiptoe_reason(m, t, il) IS NULL THEN 'exact'
                        WHEN tiptoe_reason(m, t, il) LIKE 'at or after%%' THEN 'at or after'
                        ELSE 'none' END
            FROM (SELECT '%s' m, rid + '0x06000000'::BIGINT t, il, rid
                  FROM range(1, %d) AS methods(rid), (VALUES (0), (7), (1 << 20)) AS offsets(il))
            ORDER BY rid, il
            """
                .formatted(mvid, symbols.methodCount() + 1));
    assertEquals(expected, found);
  }

  @Test
  void arguments_thatNameNothing_giveNullAndAReason() throws SQLException {
    record Wrong(String mvid, String token, String il, String reason) {}
    String known = "'" + mvid + "'";
    for (Wrong wrong :
        List.of(
            new Wrong("'x'", "100663297", "0", "'x' is no MVID"),
            new Wrong("''", "100663297", "0", "'' is no MVID"),
            new Wrong(
                "'11111111-2222-3333-4444-555555555555'",
                "100663297",
                "0",
                "no module with the MVID 11111111-2222-3333-4444-555555555555 was found"),
            new Wrong(known, "33554433", "0", "33554433 is no MethodDef token"),
            new Wrong(known, "-1", "0", "-1 is no MethodDef token"),
            new Wrong(known, "4395630592", "0", "4395630592 is no MethodDef token"),
            new Wrong(known, "100663296", "0", "Written.exe has no method 0x06000000"),
            new Wrong(known, "117440511", "0", "Written.exe has no method 0x06ffffff"),
            new Wrong(known, "100663297", "-1", "-1 is no IL offset"),
            new Wrong(known, "100663297", "4294967296", "4294967296 is no IL offset"))) {
      String arguments = "(" + wrong.mvid + ", " + wrong.token + ", " + wrong.il + ")";
      assertEquals(
          "null|" + wrong.reason,
          sql.field("SELECT tiptoe_frame" + arguments + ", tiptoe_reason" + arguments));
    }
    assertEquals(
        "null|null|null",
        sql.field(
            "SELECT tiptoe_name(NULL, 1), tiptoe_line('x', NULL, 0), tiptoe_reason('x', 1, NULL)"));
    assertEquals(
        "null|null",
        sql.field(
            "SELECT tiptoe_method_at(%s, -1), tiptoe_il_at(%s, 4294967296)"
                .formatted(known, known)));
  }

  @Test
  void mvid_inCapitals_isTaken() throws SQLException {
    assertEquals(
        "same",
        sql.field(
            """
            SELECT CASE WHEN tiptoe_name('%s', 100663297)
                           = tiptoe_name(upper('%s'::UUID::VARCHAR), 100663297)
                   THEN 'same' ELSE 'other' END
            """
                .formatted(mvid, mvid)));
  }

  @Test
  void manyRows_onSeveralThreads_haveTheAnswersOfOne() throws SQLException {
    sql.run(
        """
        CREATE TABLE frames AS
        SELECT '%s' m, (100663297 + hash(i) %% %d)::BIGINT t, (hash(-i) %% 60)::BIGINT il
        FROM range(500000) AS numbers(i)
        """
            .formatted(mvid, written.count(MethodDef.TABLE)));
    String query =
        """
        SELECT count(*), count(tiptoe_line(m, t, il)), sum(hash(tiptoe_frame(m, t, il))) FROM frames
        """;
    sql.run("SET threads = 1");
    String alone = sql.field(query);
    sql.run("SET threads = 4");
    assertEquals(alone, sql.field(query));
    assertTrue(alone.startsWith("500000|"), alone);
  }

  @Test
  void damagedIndex_isNoModule() throws IOException, SQLException {
    UUID other = new UUID(1, 2);
    Files.writeString(folder.resolve(other + SymbolIndexWriter.SUFFIX), "damaged");
    assertEquals(
        Optional.of("null|no module with the MVID " + other + " was found"),
        Optional.of(
            sql.field(
                "SELECT tiptoe_name('%s', 100663297), tiptoe_reason('%s', 100663297, 0)"
                    .formatted(other, other))));
  }

  @Test
  void folder_thatIsNotThere_isAReason() throws SQLException {
    try (Sql other = new Sql()) {
      FrameFunctions.register(other.connection(), new SharedIndexFolder(folder.resolve("missing")));
      String reason = other.field("SELECT tiptoe_reason('%s', 100663297, 0)".formatted(mvid));
      assertTrue(reason.startsWith("the indexes cannot be read: "), reason);
      assertTrue(reason.contains("missing"), reason);
    }
  }

  @Test
  void connection_thatIsClosed_isRefused() throws SQLException {
    try (Sql other = new Sql()) {
      Connection closed = other.connection();
      closed.close();
      assertThrows(
          SQLException.class, () -> FrameFunctions.register(closed, new SharedIndexFolder(folder)));
    }
  }
}
