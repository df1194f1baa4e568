// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.command.UntrustedText;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The help of {@code prove bench}, and its answers to wrong arguments. */
class BenchTest {

  private static final List<String> COMMANDS =
      List.of(
          "bench agent",
          "bench fleet",
          "bench live",
          "bench metadata",
          "bench page",
          "bench process",
          "bench profile",
          "bench resolver",
          "bench symbols");

  private static Outcome run(String... words) {
    return BenchRun.prove(words);
  }

  private static String[] line(String command, String... more) {
    return Stream.concat(Arrays.stream(command.split(" ", -1)), Arrays.stream(more))
        .toArray(String[]::new);
  }

  @Test
  void help_ofTheWhole_namesEveryCommand() {
    String help = run("--help").expect(0).expectSilence().out();
    for (String command : COMMANDS) {
      assertTrue(help.contains("\n  " + command.replaceAll(" .*", "") + " "), command);
    }
  }

  /** A command, and the words of its contract that its help must have. */
  @ParameterizedTest
  @CsvSource({
    "bench agent, --rounds --warm-up --works --tsv",
    "bench fleet, --frames --executors --rounds --warm-up --tsv",
    "bench live, --types --questions --tsv",
    "bench metadata, --rounds --warm-up --tsv",
    "bench page, --stacks --tsv",
    "bench process, --rounds --warm-up --works --tsv",
    "bench profile, --rounds --warm-up --tsv",
    "bench resolver, --ids --works --rounds --warm-up --tsv",
    "bench symbols, --frames --works --rounds --warm-up --tsv"
  })
  void help_ofACommand_isCompleteAndFitsOnATerminal(String command, String words) {
    Outcome outcome = run(line(command, "--help")).expect(0).expectSilence();
    assertTrue(outcome.out().startsWith("Usage: prove " + command + " "), outcome.out());
    for (String word : words.split(" ", -1)) {
      assertTrue(outcome.out().contains(word), word + " is not in\n" + outcome.out());
    }
    outcome.lines().forEach(each -> assertTrue(each.length() <= 80, each));
  }

  @Test
  void command_withAnArgumentThatIsWrong_escapesIt() {
    for (String command : COMMANDS) {
      Outcome outcome = run(line(command, "--" + UntrustedText.IN_UTF_16));
      UntrustedText.assertAbsent("prove", outcome, false);
      assertEquals("", outcome.out());
      assertEquals(1, outcome.err().lines().count(), outcome::err);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bench agent --rounds ARG",
        "bench agent --works ARG",
        "bench live --types ARG",
        "bench metadata --rounds ARG",
        "bench metadata ARG",
        "bench process --works ARG",
        "bench process ARG",
        "bench resolver --rounds ARG",
        "bench resolver --works ARG",
        "bench symbols --works ARG",
        "bench symbols --frames ARG"
      })
  void command_thatMeetsUntrustedText_escapesIt(String words) {
    String[] plain = line(words);
    String[] hostile =
        Arrays.stream(plain)
            .map(word -> word.equals("ARG") ? UntrustedText.ALL : word)
            .toArray(String[]::new);
    Outcome outcome = run(hostile);
    UntrustedText.assertAbsent("prove", outcome, false);
    assertEquals(run(plain).status(), outcome.status(), outcome::toString);
    assertTrue(outcome.err().contains(UntrustedText.escaped(UntrustedText.ALL)), outcome::err);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no-such-command", "bench", "bench nothing"})
  void usage_wrong_isOneLineAndExitCode2(String words) {
    Outcome outcome = run(words.isEmpty() ? new String[0] : line(words)).expect(2);
    assertEquals("", outcome.out());
    assertTrue(outcome.err().matches("prove: .+ \\(see prove.* --help\\)\n"), outcome.err());
  }

  @Test
  void version_isOneLine() {
    assertTrue(run("--version").expect(0).out().matches("prove .+\n"));
  }
}
