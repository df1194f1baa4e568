// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import static dev.tiptoe.testdata.command.SourceProgram.ending;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.command.SourceProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of witnesses and what is made of it, by a program that is no part of the library. */
class WitnessTableTest {

  private static final Path SOURCES = Path.of("src/main/witnesses");
  private static final Path TABLE = SOURCES.resolve("witnesses.table");
  private static final Path PAGE =
      Path.of(System.getProperty("tiptoe.home")).resolve("src/site/evidence/prove.md");

  /** A small table; its second runtime begins in line 6. */
  private static final String SMALL =
      """
      # The witnesses.
      runtime .NET 9.0.1
        observation a frame on a stack | looked at
        rule BaseType | 12 claims
        agent Probe   | 4 programs
      runtime .NET Core 3.1.2
        rule BaseType | 3 claims
      """;

  @TempDir static Path classes;
  private static SourceProgram program;

  @TempDir Path folder;

  @BeforeAll
  static void compile() throws Exception {
    program = SourceProgram.compile(SOURCES.resolve("WitnessTable.java"), classes);
  }

  @AfterAll
  static void close() throws Exception {
    program.close();
  }

  private static Outcome run(Object... arguments) throws Exception {
    return program.run(arguments);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  /** Returns the runtimes of each subject of a kind, read without the program. */
  private static Map<String, List<String>> witnesses(String kind) throws IOException {
    Map<String, List<String>> runtimes = new TreeMap<>();
    String runtime = "";
    for (String line : Files.readAllLines(TABLE)) {
      String text = line.strip();
      if (text.startsWith("runtime ")) {
        runtime = text.substring("runtime ".length());
      } else if (text.startsWith(kind + " ")) {
        String name = text.substring(kind.length(), text.indexOf('|')).strip();
        runtimes.computeIfAbsent(name, key -> new ArrayList<>()).add(runtime);
      }
    }
    return runtimes;
  }

  private static RuntimeInfo runtime(String name, int build) {
    MatchResult version =
        Pattern.compile("(\\d+)\\.(\\d+)\\.\\d+$")
            .matcher(name)
            .results()
            .findFirst()
            .orElseThrow();
    return new RuntimeInfo(
        name.startsWith(".NET Framework")
            ? RuntimeInfo.Kind.DESKTOP_CLR
            : RuntimeInfo.Kind.CORE_CLR,
        Integer.parseInt(version.group(1)),
        Integer.parseInt(version.group(2)),
        build,
        "",
        RuntimeInfo.Start.STARTUP);
  }

  @Test
  void rules_all_haveTheirWitnessesFromTheTable() throws IOException {
    Map<String, List<String>> used =
        Rule.all().stream()
            .collect(Collectors.toMap(rule -> rule.getClass().getSimpleName(), Rule::witnessedOn));
    assertEquals(witnesses("rule"), new TreeMap<>(used));
  }

  @Test
  void rule_isUsedOnItsRuntimesAndTheirServicingReleasesAlone() throws IOException {
    Map<String, List<String>> witnesses = witnesses("rule");
    Set<String> runtimes =
        witnesses.values().stream().flatMap(List::stream).collect(Collectors.toSet());
    for (Rule rule : Rule.all()) {
      Set<String> releases =
          witnesses.getOrDefault(rule.getClass().getSimpleName(), List.of()).stream()
              .map(WitnessTableTest::release)
              .collect(Collectors.toSet());
      for (String name : runtimes) {
        assertEquals(
            releases.contains(release(name)),
            rule.isWitnessedOn(runtime(name, 4711)),
            rule + " on " + name);
      }
    }
    assertTrue(runtimes.size() > 2, runtimes::toString);
  }

  /** Returns a runtime's name without the number of its servicing release. */
  private static String release(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  @Test
  void rule_onARuntimeThatTheTableDoesNotHave_isWithheld() {
    RuntimeInfo future = runtime(".NET 99.0.1", 1);
    RuntimeInfo framework = runtime(".NET Framework 9.0.1", 1);
    // What .NET Core 3.1 reports to a profiler.
    RuntimeInfo core = runtime(".NET Core 4.0.30319", 30319);
    for (Rule rule : Rule.all()) {
      assertAll(
          () -> assertFalse(rule.isWitnessedOn(future), rule::toString),
          () -> assertFalse(rule.isWitnessedOn(framework), rule::toString),
          () -> assertFalse(rule.isWitnessedOn(core), rule::toString));
    }
  }

  @Test
  void header_hasTheReleasesOfEachPartOfTheAgent() throws Exception {
    Path header = folder.resolve("attach/witnesses.h");
    assertEquals(ending(0), run("cpp", TABLE, header));
    List<String> expected =
        witnesses("agent").entrySet().stream()
            .map(
                part -> "constexpr Release k" + part.getKey() + "[] = " + releases(part.getValue()))
            .toList();
    assertEquals(
        expected,
        Files.readAllLines(header).stream()
            .filter(line -> line.startsWith("constexpr"))
            .sorted()
            .toList());
    assertFalse(expected.isEmpty());
  }

  private static String releases(List<String> runtimes) {
    return runtimes.stream()
        .map(name -> runtime(name, 0))
        .map(each -> "{" + each.major() + ", " + each.minor() + "}")
        .distinct()
        .collect(Collectors.joining(", ", "{", "};"));
  }

  @Test
  void page_ofTheSite_hasTheTable() throws Exception {
    assertEquals(ending(0), run("check", TABLE, PAGE));
  }

  @Test
  void page_otherThanTheTable_isFoundAndRewritten() throws Exception {
    Path table = file("witnesses.table", SMALL);
    Path page = file("page.md", "# Page\n<!-- witnesses.table -->\n<!-- end -->\nText.\n");
    Outcome differs = run("check", table, page);
    Outcome written = run("page", table, page);
    Outcome same = run("check", table, page);
    String reason =
        "the table is not that of witnesses.table; WitnessTable's mode page writes it anew";
    assertAll(
        () -> assertEquals(ending(1, page + ":2: " + reason), differs),
        () -> assertEquals(ending(0), written),
        () -> assertEquals(ending(0), same),
        () ->
            assertEquals(
                """
                # Page
                <!-- witnesses.table -->
                | what | .NET 9.0.1 | .NET Core 3.1.2 |
                | --- | --- | --- |
                | a frame on a stack | looked at | – |
                | `BaseType` | 12 claims | 3 claims |
                | the agent's probe | 4 programs | – |
                <!-- end -->
                Text.
                """,
                Files.readString(page)));
  }

  @Test
  void page_withoutAPlaceForTheTable_isRefused() throws Exception {
    Path page = file("page.md", "<!-- end -->\n<!-- witnesses.table -->\n");
    assertEquals(
        ending(1, page + ":2: no <!-- witnesses.table --> with an <!-- end --> behind it"),
        run("page", TABLE, page));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      ignoreLeadingAndTrailingWhitespace = false,
      textBlock =
          """
          runtime .NET 9.0.1~runtime .NET 9.0~2: neither 'runtime NAME' nor 'KIND NAME | what was compared'
          runtime .NET 9.0.1~runtime .NET Core 9.0.1~2: no runtime is called .NET Core 9.0.1
          .NET Core 3.1.2~.NET 3.1.2~6: no runtime is called .NET 3.1.2
          .NET Core 3.1.2~.NET 9.0.1~6: a second block of .NET 9.0.1
          runtime .NET 9.0.1~~3: a witness before the first runtime
          | 12 claims~~4: neither 'runtime NAME' nor 'KIND NAME | what was compared'
          | 12 claims~| 12 | claims~4: neither 'runtime NAME' nor 'KIND NAME | what was compared'
          BaseType | 12~base type | 12~4: 'base type' is the name of no class
          agent Probe~rule BaseType~5: a second line of BaseType for .NET 9.0.1
          rule BaseType | 3~agent Probe | 3~7: .NET Core reports another version to the agent
          """)
  void table_damaged_isOneLineWithFileLineAndReason(String from, String to, String error)
      throws Exception {
    Path table = file("witnesses.table", SMALL.replace(from, to == null ? "" : to));
    assertEquals(ending(1, table + ":" + error), run("cpp", table, folder.resolve("w.h")));
  }

  @Test
  void table_withoutAWitness_isRefused() throws Exception {
    Path table = file("witnesses.table", "runtime .NET 9.0.1\n");
    assertEquals(ending(1, table + ":1: there is no witness"), run("java", table, folder));
  }

  @Test
  void arguments_ofNoMode_areRefused() throws Exception {
    assertEquals(
        ending(2, "usage: java WitnessTable.java java|cpp|page|check TABLE TARGET"),
        run("rust", TABLE, folder));
  }
}
