// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The man pages and the completion. */
class CommandPagesTest {

  private static final Set<String> MACROS =
      Set.of(".TH", ".SH", ".PP", ".TP", ".B", ".nf", ".fi", ".nh", ".ad");

  private static Map<String, String> pages() {
    return CommandPages.manPages("1.2").stream()
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
  void completion_knowsEveryCommandAndOption() {
    String script = CommandPages.completion();
    Function<String, Boolean> has = script::contains;
    for (String word : List.of("record", "attach", "lookup", "--sample-every", "--suspended")) {
      assertTrue(has.apply(word), word);
    }
  }
}
