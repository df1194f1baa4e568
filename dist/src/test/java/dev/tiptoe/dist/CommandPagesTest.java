// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.CommandGroup;
import dev.tiptoe.cli.Tiptoe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The man pages and the completion. */
class CommandPagesTest {

  private static final Set<String> MACROS =
      Set.of(".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nf", ".fi", ".nh", ".ad");

  private static Map<String, String> pages() {
    return CommandPages.TIPTOE.manPages("1.2").stream()
        .collect(Collectors.toMap(ManPage::fileName, ManPage::text, (a, b) -> a));
  }

  @Test
  void page_ofACommand_hasWhatItsHelpHas() {
    String page = pages().getOrDefault("tiptoe-record.1", "");
    for (String part :
        List.of(
            ".TH \"tiptoe\\-record\" 1 \"\" \"Tiptoe 1.2\"",
            "tiptoe\\-record \\- Runs COMMAND with the agent inside",
            ".B \\-\\-out=FILE\nThe trace to write; must not exist.",
            "Default: 10ms.",
            "125 when the recording fails",
            "tiptoe(1)")) {
      assertTrue(page.contains(part), part + " is not in\n" + page);
    }
  }

  /** The server's page has the name that the page of a command would have. */
  @Test
  void page_ofTheServer_isThatOfItsProgram() {
    assertFalse(pages().containsKey("tiptoe-serve.1"));
    List<ManPage> pages = CommandPages.TIPTOE_SERVE.manPages("1.2");
    assertEquals(List.of("tiptoe-serve.1"), pages.stream().map(ManPage::fileName).toList());
    String page = pages.get(0).text();
    for (String part :
        List.of(
            ".TH \"tiptoe\\-serve\" 1 \"\" \"Tiptoe 1.2\"",
            ".B \\-\\-to=URL\nThe back end",
            ".SH SEE ALSO\ntiptoe(1)")) {
      assertTrue(page.contains(part), part + " is not in\n" + page);
    }
    String completion = CommandPages.TIPTOE_SERVE.completion();
    for (String word : List.of("'--to'", "'--dead-letters'", "\"gzip\"", "\"written\"")) {
      assertTrue(completion.contains(word), word);
    }
    assertTrue(completion.contains("complete -F _complete_tiptoe-serve"), completion);
  }

  @Test
  void page_ofTheWhole_namesEveryCommandWithAPageOfItsOwn() {
    Map<String, String> pages = pages();
    String whole = pages.getOrDefault("tiptoe.1", "");
    assertTrue(pages.size() > 15, pages.keySet()::toString);
    for (String file : pages.keySet()) {
      String name = file.substring(0, file.length() - 2);
      if (!name.equals("tiptoe")) {
        assertTrue(whole.contains(Roff.escaped(name) + "(1)"), name);
        assertTrue(
            whole.contains(".B " + Roff.escaped(name.substring("tiptoe-".length())) + "\n"), name);
      }
    }
  }

  @Test
  void page_hasNoMacroBesideOurs_andNothingLeftToFillIn() {
    pages()
        .forEach(
            (file, page) -> {
              page.lines()
                  .filter(line -> line.startsWith(".") || line.startsWith("'"))
                  .forEach(line -> assertTrue(MACROS.contains(line.split(" ", -1)[0]), line));
              assertFalse(page.contains("${") || page.contains("%n"), page);
            });
  }

  @Test
  void text_thatLooksLikeAMacro_isText() {
    assertEquals("\\&.SH a\\-b \\e \\(dq", Roff.escaped(".SH a-b \\ \""));
  }

  @Test
  void page_ofTheWhole_hasTheGroupsOfTheHelp() {
    String whole = pages().getOrDefault("tiptoe.1", "");
    List<String> expected = new ArrayList<>();
    for (CommandGroup group : Tiptoe.LAUNCHER.groups()) {
      expected.add(".SS " + group.title());
      group.commands().keySet().forEach(name -> expected.add(".B " + name));
    }
    List<String> lines =
        whole
            .substring(whole.indexOf(".SH COMMANDS"), whole.indexOf(".SH EXIT STATUS"))
            .lines()
            .filter(line -> line.startsWith(".SS ") || line.startsWith(".B "))
            .toList();
    assertEquals(expected, lines);
  }

  @Test
  void readme_hasARowForEachCommand() throws IOException {
    Path home = Path.of(System.getProperty("tiptoe.home"));
    Set<String> rows =
        Files.readAllLines(home.resolve("README.md")).stream()
            .dropWhile(line -> !line.equals("## The command"))
            .filter(line -> line.startsWith("| `tiptoe "))
            .map(line -> line.split("[ `]+", -1)[2])
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(new TreeSet<>(CommandPages.TIPTOE.command().getSubcommands().keySet()), rows);
  }

  @Test
  void completion_knowsEveryCommandAndOption() {
    String script = CommandPages.TIPTOE.completion();
    for (CommandLine each : CommandPages.TIPTOE.command().getSubcommands().values()) {
      String name = each.getCommandName();
      // The function of the command, in which are its options.
      int begin = script.indexOf("function _picocli_tiptoe_" + name + "() {");
      assertTrue(begin > 0, name);
      String function = script.substring(begin, script.indexOf("\n}\n", begin));
      for (OptionSpec option : each.getCommandSpec().options()) {
        for (String word : option.names()) {
          assertTrue(function.contains("'" + word + "'"), name + " " + word);
        }
      }
    }
  }

  @Test
  void completion_ofHelp_offersTheCommands() {
    String script = CommandPages.TIPTOE.completion();
    int begin = script.indexOf("function _picocli_tiptoe_help() {");
    String function = script.substring(begin, script.indexOf("\n}\n", begin));
    for (String command : CommandPages.TIPTOE.command().getSubcommands().keySet()) {
      assertTrue(function.contains("\"" + command + "\""), command);
    }
  }

  @Test
  void completion_knowsTheWordsThatAnOptionTakes() {
    String script = CommandPages.TIPTOE.completion();
    for (String words :
        List.of(
            "\"speedscope\"", "\"docid\"", "\"jsonl\"", "\"written\"", "\"ClassLoadFinished\"")) {
      assertTrue(script.contains(words), words);
    }
  }
}
