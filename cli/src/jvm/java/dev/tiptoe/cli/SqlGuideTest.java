// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands and queries of the guide about SQL have rows, in the order of the page. */
class SqlGuideTest {

  private static final Path GUIDE =
      Path.of(System.getProperty("tiptoe.home")).resolve("src/site/guides/query-with-sql.md");

  /** Lines that are indented, up to the next one that is not. */
  private static final Pattern BLOCK = Pattern.compile("(?m)^(?: {4}\\S.*\\n)+");

  /** The program of the page, which another test runs, and what it prints. */
  private static final Pattern FENCED = Pattern.compile("(?s)```.*?```");

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
  private static final String COMMAND = "./tiptoe ";
  private static final String UNKNOWN = "11111111-2222-3333-4444-555555555555";

  @TempDir private Path folder = Path.of("");

  /** Returns a text with this test's files for those that the guide names. */
  private String here(String text) {
    return text.replace("/srv/app", TestAssembly.DEMO.path().resolveSibling("").toString())
        .replace("indexes", folder.resolve("indexes").toString())
        .replaceAll("'([a-z]+\\.(?:tiptoe|nettrace|parquet))'", "'" + folder + "/$1'");
  }

  private static List<String> blocks() throws IOException {
    return BLOCK
        .matcher(FENCED.matcher(Files.readString(GUIDE)).replaceAll(""))
        .results()
        .map(MatchResult::group)
        .map(String::strip)
        .toList();
  }

  private static String[] words(String command) {
    return WORD.matcher(command.substring(COMMAND.length()))
        .results()
        .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
        .toArray(String[]::new);
  }

  /** Returns the command of a query, with the indexes that earlier commands have made. */
  private String[] query(String text) {
    Path indexes = folder.resolve("indexes");
    return Files.exists(indexes)
        ? new String[] {"sql", "--index", indexes.toString(), text}
        : new String[] {"sql", text};
  }

  private void writeFiles() throws IOException {
    Path module = TestAssembly.DEMO.path();
    Files.write(folder.resolve("app.tiptoe"), TraceOf.text("crane", module));
    Files.writeString(folder.resolve("before.nettrace"), "main;Shop.Main;Shop.Buy 5\n");
    Files.writeString(folder.resolve("after.nettrace"), "main;Shop.Main;Shop.Buy 17\n");
    TiptoeRun.tiptoe(
            "sql",
            """
            COPY (SELECT * FROM (VALUES ('%s', '0x06000001'::BIGINT, 0), ('%s', 1, 0)) t(mvid, token, il))
            TO '%s'
            """
                .formatted(
                    Image.open(module).mvid().orElseThrow(),
                    UNKNOWN,
                    folder.resolve("frames.parquet")))
        .expect(ExitCode.OK);
  }

  @Test
  void commandsAndQueries_ofTheGuide_haveRows() throws IOException {
    writeFiles();
    List<String> outputs = new ArrayList<>();
    for (String block : blocks()) {
      String text = here(block);
      for (String line :
          text.startsWith(COMMAND) ? text.lines().map(String::strip).toList() : List.of(text)) {
        String[] command = line.startsWith(COMMAND) ? words(line) : query(line);
        String out = TiptoeRun.tiptoe(command).expect(ExitCode.OK).out();
        assertFalse(out.isEmpty(), line);
        outputs.add(out);
      }
    }
    assertEquals(6, outputs.size(), outputs::toString);
    assertTrue(outputs.get(2).matches("(?s)method +more\nShop\\.Buy +12\n"), outputs.get(2));
    assertTrue(outputs.get(5).contains(UNKNOWN), outputs.get(5));
  }
}
