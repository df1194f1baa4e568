// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.testdata.command.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class HelpTest {

  private static final List<String> COMMANDS =
      Tiptoe.LAUNCHER.groups().stream()
          .flatMap(group -> group.commands().keySet().stream())
          .toList();

  @Test
  void help_ofTheWhole_namesEveryCommand() {
    String help = TiptoeRun.tiptoe("--help").expect(0).expectSilence().out();
    for (String command : COMMANDS) {
      assertTrue(help.contains("\n  " + command + " "), command);
    }
  }

  @Test
  void commands_areEachInOneGroup_theMainJobFirst() {
    assertEquals(COMMANDS.stream().distinct().toList(), COMMANDS);
    assertTrue(COMMANDS.size() > 20, COMMANDS::toString);
    assertEquals("record", COMMANDS.get(0));
    var terminal =
        new Terminal(
            "tiptoe",
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream());
    // Completion and man pages are made of this.
    assertEquals(
        COMMANDS, List.copyOf(Tiptoe.LAUNCHER.commandLine(terminal).getSubcommands().keySet()));
  }

  @Test
  void help_ofTheWhole_hasTheGroupsInOrder() {
    String help = TiptoeRun.tiptoe("--help").expect(0).out();
    int at = 0;
    for (CommandGroup group : Tiptoe.LAUNCHER.groups()) {
      at = help.indexOf("\n\n" + group.title() + ":\n", at);
      assertTrue(at > 0, group.title());
      for (String command : group.commands().keySet()) {
        at = help.indexOf("\n  " + command + " ", at);
        assertTrue(at > 0, command + " is not below " + group.title());
      }
    }
    help.lines().forEach(line -> assertTrue(line.length() <= 80, line));
  }

  /** A command, and the words of its contract that its help must have. */
  @ParameterizedTest
  @CsvSource({
    "demo, --for=TIME --out=FILE",
    "record, --out=FILE --sample-every=TIME --duty=PERCENT --snapshot-at=CALLBACK --suspended COMMAND 125 126 127",
    "attach, PID --out=FILE --for=TIME --sample-every=TIME --duty=PERCENT --probe --timeout=TIME",
    "top, PID --every=TIME --for=TIME --once --sample-every=TIME --duty=PERCENT",
    "ps, --tsv --json pid version user command",
    "stacks, FILE --tsv --json --all --full-names --min --symbols --modules thread count frames",
    "export, FILE --to=FORMAT --out=FILE --force --no-paths --lines --focus=REGEX --hide=REGEX"
        + " --symbols --modules",
    "ids, FILE --module --symbols --modules --tsv --json kind id mvid token type arguments name evidence from"
        + " to",
    "lookup, FILE --module=NAME --symbols --modules --token=0x… --tsv --json answer level ids why"
        + " never-announced",
    "fields, FILE CLASSID --symbols --modules --tsv depth path storage type ids answer level why",
    "symbolize, FILE --symbols --modules --from=FORMAT --names=STYLE --keep-raw --hide-noise --all written",
    "serve, ARGUMENT tiptoe-serve PATH 127",
    "names, PATH --tokens --tsv --json file mvid token name",
    "refs, DIR --framework=DIR --tsv file token name status target tier hops",
    "index, PATH --out=DIR --force --tsv file mvid name methods points bytes state pdb",
    "runtime, DOTNET_ROOT"
  })
  void help_ofACommand_isComplete(String command, String words) {
    Outcome outcome = TiptoeRun.tiptoe(command, "--help").expect(0).expectSilence();
    assertTrue(outcome.out().startsWith("Usage: tiptoe " + command + " "), outcome.out());
    for (String word : words.split(" ", -1)) {
      assertTrue(outcome.out().contains(word), word + " is not in\n" + outcome.out());
    }
  }

  @Test
  void help_asAWord_isThatOfTheOption() {
    String all = TiptoeRun.tiptoe("--help").expect(0).out();
    assertTrue(all.endsWith("\n'tiptoe help COMMAND' explains a command.\n"), all);
    assertEquals(all, TiptoeRun.tiptoe("help").expect(0).expectSilence().out());
    assertEquals(all, TiptoeRun.tiptoe("help", "help").expect(0).expectSilence().out());
    for (String command : COMMANDS) {
      assertEquals(
          TiptoeRun.tiptoe(command, "--help").expect(0).out(),
          TiptoeRun.tiptoe("help", command).expect(0).expectSilence().out());
    }
  }

  @Test
  void help_everyLine_fitsOnATerminal() {
    for (String command : COMMANDS) {
      TiptoeRun.tiptoe(command, "--help")
          .lines()
          .forEach(line -> assertTrue(line.length() <= 80, command + ": " + line));
    }
  }

  /** For a text that it cannot format picocli warns on the standard error of the process. */
  @Test
  void help_ofEveryCommand_canBeFormatted() {
    PrintStream err = System.err;
    var said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      var terminal =
          new Terminal(
              "tiptoe",
              InputStream.nullInputStream(),
              OutputStream.nullOutputStream(),
              OutputStream.nullOutputStream());
      assertTrue(
          formatHelp(Tiptoe.LAUNCHER.commandLine(terminal, new String[0])) > COMMANDS.size());
    } finally {
      System.setErr(err);
    }
    assertEquals("", said.toString(StandardCharsets.UTF_8));
  }

  /** Of a command and all below it; how many. */
  private static int formatHelp(CommandLine line) {
    assertFalse(line.getUsageMessage().isEmpty());
    return 1 + line.getSubcommands().values().stream().mapToInt(HelpTest::formatHelp).sum();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no-such-command",
        "names",
        "names --tokens xyz a.dll",
        "names --tokens 0x123456789 a.dll",
        "names --no-such-option a.dll",
        "refs",
        "refs a b",
        "stacks",
        "stacks --min few a.tiptoe",
        "ids",
        "fields a.tiptoe",
        "fields a.tiptoe 12",
        "lookup a.tiptoe",
        "lookup a.tiptoe --module M",
        "lookup a.tiptoe --module M --token 0x04000001",
        "lookup a.tiptoe --module M --token 12",
        "index a.dll",
        "index --out=d",
        "runtime surplus",
        "demo --for many",
        "attach 1 --duty 101",
        "attach 1 --duty -1",
        "sample 1 --duty NaN"
      })
  void usage_wrong_isOneLineAndExitCode2(String line) {
    Outcome outcome =
        TiptoeRun.tiptoe(line.isEmpty() ? new String[0] : line.split(" ", -1)).expect(2);
    assertEquals("", outcome.out());
    assertEquals(1, outcome.err().lines().count(), outcome.err());
    assertTrue(outcome.err().matches("tiptoe: .+ \\(see tiptoe.* --help\\)\n"), outcome.err());
  }

  @Test
  void version_isOneLine() {
    assertTrue(TiptoeRun.tiptoe("--version").expect(0).out().matches("tiptoe .+\n"));
  }
}
