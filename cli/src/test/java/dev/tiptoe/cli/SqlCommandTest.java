// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlCommandTest {

  private static final String HOTTEST =
      "SELECT method, sum(weight) AS samples FROM profile('%s') GROUP BY 1 ORDER BY 2 DESC, 1";

  @TempDir private Path folder = Path.of("");

  private String query = "";

  @BeforeEach
  void writeProfile() throws IOException {
    Path file = folder.resolve("profile.txt");
    Files.writeString(file, "main;Shop.Main;Shop.Buy 5\nmain;Shop.Main 12\n");
    query = HOTTEST.formatted(file);
  }

  @Test
  void rows_forPeople_areATable() {
    assertEquals(
        """
        method     samples
        Shop.Main       12
        Shop.Buy         5
        """,
        TiptoeRun.tiptoe("sql", query).expect(ExitCode.OK).out());
  }

  @Test
  void rows_forScripts_areTsvOrJson() {
    assertEquals(
        "Shop.Main\t12\nShop.Buy\t5\n",
        TiptoeRun.tiptoe("sql", "--tsv", query).expect(ExitCode.OK).out());
    assertEquals(
        "{\"method\":\"Shop.Main\",\"samples\":12}\n{\"method\":\"Shop.Buy\",\"samples\":5}\n",
        TiptoeRun.tiptoe("sql", "--json", query).expect(ExitCode.OK).out());
  }

  @Test
  void statements_onStandardInput_areExecutedInOrder() {
    String statements =
        "CREATE TABLE hot AS "
            + query
            + ";\nSELECT count(*) FROM hot;\nSELECT sum(samples) FROM hot;";
    assertEquals("17\n", TiptoeRun.fed(statements, "sql", "--tsv").expect(ExitCode.OK).out());
  }

  @Test
  void noRows_areNo() {
    Outcome outcome = TiptoeRun.tiptoe("sql", "SELECT 1 AS one WHERE false");
    assertEquals("one\n", outcome.expect(ExitCode.NO).out());
    assertEquals("", TiptoeRun.tiptoe("sql", "CREATE TABLE t(i INT)").expect(ExitCode.OK).out());
  }

  @Test
  void mistakes_areOneLineWithTheReason() {
    for (String wrong :
        new String[] {
          "SELECT nothing FROM profile('" + folder + "/profile.txt')",
          "SELEC 1",
          "FROM profile('" + folder + "/missing')",
          "FROM profile('" + folder + "')",
          "",
        }) {
      Outcome outcome = TiptoeRun.tiptoe("sql", wrong).expect(ExitCode.BAD_INPUT);
      assertEquals(1, outcome.err().lines().count(), outcome::err);
      assertTrue(!outcome.err().contains("Exception"), outcome::err);
    }
    Outcome missing = TiptoeRun.tiptoe("sql", "FROM profile('" + folder + "/missing')");
    assertTrue(missing.err().contains(folder + "/missing"), missing::err);
  }

  @Test
  void frames_ofAnIndex_areNamed() throws IOException {
    Path indexes = folder.resolve("indexes");
    Path module = TestAssembly.DEMO.path();
    TiptoeRun.tiptoe("index", module.toString(), "--out", indexes.toString()).expect(ExitCode.OK);
    String mvid = Image.open(module).mvid().orElseThrow().toString();
    String name = "SELECT tiptoe_name('" + mvid + "', '0x06000001'::BIGINT) AS name";
    Outcome outcome =
        TiptoeRun.tiptoe("sql", "--index", indexes.toString(), "--tsv", name).expect(ExitCode.OK);
    assertTrue(outcome.out().contains("("), outcome::out);
    assertTrue(
        TiptoeRun.tiptoe("sql", name).expect(ExitCode.BAD_INPUT).err().contains("tiptoe_name"));
  }

  @Test
  void trace_isATable() throws IOException {
    Path trace =
        Files.write(folder.resolve("some.tiptoe"), TraceOf.text("crane", TestAssembly.DEMO.path()));
    assertEquals(
        "crane\t1\n",
        TiptoeRun.tiptoe(
                "sql",
                "--tsv",
                "SELECT thread, sum(weight) FROM profile('" + trace + "') GROUP BY 1")
            .expect(ExitCode.OK)
            .out());
  }
}
