// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.profile.format.ProfileFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;

/** The formats of profiles, in the help, the man pages, the completion and the page. */
class FormatPagesTest {

  /** Returns the cells of the rows of the table below a heading of the page of formats. */
  private static List<List<String>> rows(String heading) throws IOException {
    Path home = Path.of(System.getProperty("tiptoe.home"));
    return Files.readString(home.resolve("src/site/reference/profiles.md"))
        .lines()
        .dropWhile(line -> !line.equals("## " + heading))
        .skip(1)
        .takeWhile(line -> !line.startsWith("## "))
        .dropWhile(line -> !line.startsWith("| ---"))
        .filter(line -> line.startsWith("| `"))
        .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
        .map(cells -> cells.subList(1, cells.size()))
        .toList();
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  private static CommandSpec command(String name) {
    return Objects.requireNonNull(CommandPages.TIPTOE.command().getSubcommands().get(name), name)
        .getCommandSpec();
  }

  private static String description(String name) {
    return String.join("\n", command(name).usageMessage().description());
  }

  @Test
  void page_hasTheFormatsThatAreWritten() throws IOException {
    assertEquals(
        ProfileFormat.written().stream()
            .map(format -> List.of(code(format.word()), code(format.extension())))
            .toList(),
        rows("Formats that are written").stream().map(row -> row.subList(0, 2)).toList());
  }

  @Test
  void page_hasTheFormatsThatAreReadAndSymbolized() throws IOException {
    List<List<String>> rows = rows("Formats that are read");
    assertEquals(
        ProfileFormat.read().stream().map(format -> code(format.word())).toList(),
        rows.stream().map(row -> row.get(0)).toList());
    assertEquals(
        ProfileFormat.symbolized().stream().map(format -> code(format.word())).toList(),
        rows.stream()
            .filter(row -> row.get(4).startsWith("the same profile"))
            .map(row -> row.get(0))
            .toList());
  }

  @Test
  void help_ofExport_hasEachFormatWithWhatOpensIt() {
    String expected =
        ProfileFormat.written().stream()
            .map(format -> format.word() + " (" + format.openedBy() + ")")
            .collect(Collectors.joining(", ", "Formats: ", "."));
    assertTrue(description("export").contains(expected), description("export"));
  }

  @Test
  void help_ofCommandsThatTakeProfiles_namesWhatIsRead() {
    String expected = "FILE is " + ProfileFormat.inWords(ProfileFormat.read()) + ";";
    for (String name : List.of("stacks", "view", "export")) {
      assertTrue(description(name).contains(expected), description(name));
    }
  }

  @Test
  void completion_ofExport_hasTheFormatsThatAreWritten() {
    Iterable<String> words = command("export").findOption("--to").completionCandidates();
    assertEquals(
        ProfileFormat.written().stream().map(ProfileFormat::word).toList(),
        StreamSupport.stream(words.spliterator(), false).toList());
  }

  @Test
  void manPage_hasNothingLeftToFillIn() {
    for (ManPage page : CommandPages.TIPTOE.manPages("1.2")) {
      assertFalse(page.text().contains("{formats"), page.fileName());
    }
    ManPage export =
        CommandPages.TIPTOE.manPages("1.2").stream()
            .filter(page -> page.fileName().equals("tiptoe-export.1"))
            .findFirst()
            .orElseThrow();
    for (ProfileFormat format : ProfileFormat.written()) {
      assertTrue(
          export.text().contains(Roff.escaped(format.word() + " (" + format.openedBy())),
          format.word());
    }
  }
}
