// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The lists and numbers in the pages are those of the sources. */
class PageCountsTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home"));
  private static final Path BENCHES = HOME.resolve("bench/src/main/java/dev/tiptoe/bench/command");
  private static final Path COMMANDS = HOME.resolve("cli/src/main/java/dev/tiptoe/cli");

  private static final Pattern COMMAND = Pattern.compile("@Command\\(\\s*name = \"(\\w+)\"");
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  /** From 1. */
  private static final List<String> NUMBERS =
      List.of(
          "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
          "twelve");

  private static String page(String name) throws IOException {
    return Files.readString(HOME.resolve("src/site").resolve(name));
  }

  /** Returns the commands whose classes are in a folder itself. */
  private static Set<String> commands(Path folder) throws IOException {
    Set<String> commands = new TreeSet<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith("Command.java")).toList()) {
        Matcher command = COMMAND.matcher(Files.readString(file));
        if (command.find()) {
          commands.add(command.group(1));
        }
      }
    }
    return commands;
  }

  private static Set<String> benches() throws IOException {
    Set<String> benches = commands(BENCHES);
    assertTrue(benches.remove("bench"));
    return benches;
  }

  private static Set<String> all(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static MatchResult only(String pattern, String text) {
    List<MatchResult> found = Pattern.compile(pattern).matcher(text).results().toList();
    assertEquals(1, found.size(), pattern);
    return found.get(0);
  }

  @Test
  void architecture_namesEachCommandInTheRowOfItsPackage() throws IOException {
    String page = page("how-it-works/architecture.md");
    int packages = 0;
    try (Stream<Path> folders = Files.list(COMMANDS)) {
      for (Path folder : folders.filter(Files::isDirectory).toList()) {
        Set<String> commands = commands(folder);
        if (!commands.isEmpty()) {
          String row =
              only(
                      "(?m)^\\| `dev\\.tiptoe\\.cli\\." + folder.getFileName() + "` \\| (.*) \\|$",
                      page)
                  .group(1);
          assertEquals(commands, all(NAME, row), row);
          packages++;
        }
      }
    }
    assertTrue(packages > 3, packages + " packages");
  }

  @Test
  void pages_listEachBenchmark() throws IOException {
    Set<String> benches = benches();
    String performance = page("evidence/performance.md");
    assertEquals(
        benches, all(Pattern.compile("(?m)^\\| `\\./prove bench (\\w+)` \\|"), performance));
    assertEquals(
        benches,
        all(Pattern.compile("(?m)^\\| `prove bench (\\w+)` \\|"), page("reference/command.md")));
    String row =
        only("(?m)^\\| `\\./prove bench (.*) \\|.*\\|$", page("evidence/prove.md")).group(1);
    assertEquals(benches, all(NAME, "`" + row));
    String number = only("(?m)^(\\w+) benchmarks measure Tiptoe\\.", performance).group(1);
    assertEquals(NUMBERS.get(benches.size() - 1), number.toLowerCase(Locale.ROOT));
  }

  @Test
  void prove_hasTheCyclesOfTheSoaks() throws IOException {
    String usual =
        Files.readString(HOME.resolve("proof/src/clr/java/dev/tiptoe/proof/SoakTest.java"));
    String longer =
        Files.readString(HOME.resolve("proof/src/witness/java/dev/tiptoe/proof/LongSoakTest.java"));
    MatchResult cycles =
        only(
            "`mvn verify -Pclr` runs (\\w+) cycles, `-Pwitness` (\\w+), and (\\w+) with `--gc-stress"
                + " 0x3`",
            page("evidence/prove.md"));
    assertEquals(only(" soak\\((\\d+)\\);", usual).group(1), number(cycles.group(1)));
    assertEquals(only("soak\\((\\d+)\\);", longer).group(1), number(cycles.group(2)));
    assertEquals(
        only("soak\\((\\d+), \"--gc-stress\", \"0x3\"\\)", longer).group(1),
        number(cycles.group(3)));
  }

  private static String number(String words) {
    List<String> tens = List.of("ten", "twenty", "thirty", "forty", "fifty", "sixty");
    return String.valueOf(
        NUMBERS.contains(words) ? NUMBERS.indexOf(words) + 1 : 10 * (tens.indexOf(words) + 1));
  }

  @Test
  void attach_isTriedAsOftenAsThePageSays() throws IOException {
    Path source = HOME.resolve("native-bridge/src/main/java/dev/tiptoe/bridge/attach/Attach.java");
    String tries = only("int TRIES = (\\d+);", Files.readString(source)).group(1);
    MatchResult row =
        only(
            "(?m)^\\| `TIMED_OUT` \\| no answer to (\\w+) requests",
            page("how-it-works/attach.md"));
    assertEquals(tries, number(row.group(1)));
  }
}
