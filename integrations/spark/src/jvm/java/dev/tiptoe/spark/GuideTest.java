// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands, the queries and the program of the guide do what it says. */
class GuideTest {

  private static final Pattern COMMAND =
      Pattern.compile(
          "(?m)^    spark-submit --class dev\\.tiptoe\\.spark\\.Jobs tiptoe-spark\\.jar (.*)$");
  private static final Pattern SQL = Pattern.compile("(?s)```sql\\n(.*?)\\n```");
  private static final Pattern JAVA = Pattern.compile("(?s)```java\\n(.*?)\\n```");
  private static final List<String> PLACES =
      List.of("INDEXES", "REPORT", "MODULES", "PROFILES", "TABLES");

  @TempDir private static Path folder = Path.of("");
  private static String page = "";
  private static String said = "";

  @BeforeAll
  static void runCommands() throws IOException {
    page =
        Files.readString(
            Path.of(System.getProperty("tiptoe.home"))
                .resolve("src/site/guides/symbolize-a-fleet.md"));
    Fleet fleet = new Fleet(4);
    fleet.write(folder.resolve("PROFILES"), 1, 40);
    fleet.module(Files.createDirectory(folder.resolve("MODULES")));
    LocalSpark.session();
    StringWriter out = new StringWriter();
    List<String> commands = found(COMMAND);
    assertEquals(2, commands.size());
    for (String command : commands) {
      assertEquals(
          0, Jobs.run(new PrintWriter(out, true), placed(command).split(" ", -1)), out::toString);
    }
    said = out.toString();
  }

  private static List<String> found(Pattern pattern) {
    return pattern.matcher(page).results().map((MatchResult match) -> match.group(1)).toList();
  }

  /** Returns a text with the folders of this test for the words in capitals. */
  private static String placed(String text) {
    String placed = text;
    for (String place : PLACES) {
      placed = placed.replaceAll("\\b" + place + "\\b", folder.resolve(place).toString());
    }
    return placed;
  }

  @Test
  void commands_ofTheGuide_indexAndSymbolize() {
    assertTrue(said.startsWith("1 files: 1 modules, 0 of them without a PDB\n"), said);
    assertTrue(said.contains("5 sources, 0 of them damaged\n"), said);
    for (String table :
        List.of(
            "sources",
            "samples",
            "stacks",
            "locations",
            "mappings",
            "frames",
            "missing",
            "counts")) {
      assertTrue(page.contains("| `" + table + "` |"), table);
      assertTrue(Files.exists(folder.resolve("TABLES/" + table + "/_SUCCESS")), table);
    }
    for (Outcome outcome : Outcome.values()) {
      assertTrue(page.contains("`" + outcome.word() + "`"), outcome.word());
    }
  }

  @Test
  void queries_ofTheGuide_haveRows() {
    for (String table : List.of("samples", "stacks", "locations", "frames")) {
      LocalSpark.session()
          .read()
          .parquet(folder.resolve("TABLES/" + table).toString())
          .createOrReplaceTempView(table);
    }
    List<String> queries = found(SQL);
    assertEquals(2, queries.size());
    for (String each : queries) {
      List<String> rows = List.of();
      for (String statement : placed(each).split(";", -1)) {
        rows = LocalSpark.rows(statement);
      }
      assertTrue(!rows.isEmpty(), each);
    }
  }

  @Test
  void program_ofTheGuide_compilesAndRuns() throws Exception {
    Path source = Files.writeString(folder.resolve("SymbolizeAFleet.java"), found(JAVA).get(0));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                out,
                out,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                source.toString());
    assertEquals(0, status, () -> out.toString(StandardCharsets.UTF_8));
    PrintStream before = System.out;
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      loader
          .loadClass("SymbolizeAFleet")
          .getMethod("main", String[].class)
          .invoke(
              null,
              (Object)
                  new String[] {
                    folder.resolve("INDEXES").toString(), folder.resolve("TABLES/frames").toString()
                  });
    } finally {
      System.setOut(before);
    }
    assertTrue(out.toString(StandardCharsets.UTF_8).contains("written"), out::toString);
  }
}
