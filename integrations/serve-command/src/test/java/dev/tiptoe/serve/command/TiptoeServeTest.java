// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.command.UntrustedText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line of {@code tiptoe-serve}: its help, and what it says of mistakes. */
class TiptoeServeTest {

  private static Outcome run(String... arguments) {
    return Outcome.of(TiptoeServe.LAUNCHER::run, "", arguments);
  }

  @Test
  void help_isComplete_andFitsOnATerminal() {
    Outcome outcome = run("--help").expect(0).expectSilence();
    assertTrue(outcome.out().startsWith("Usage: tiptoe-serve "), outcome.out());
    for (String word :
        "--otlp=HOST:PORT --http=HOST:PORT --admin=HOST:PORT --to=URL --index=DIR --token-file=FILE"
            .concat(" --client-ca=FILE --dead-letters=DIR --memory=SIZE --retry-for=TIME SIGTERM")
            .split(" ", -1)) {
      assertTrue(outcome.out().contains(word), word + " is not in\n" + outcome.out());
    }
    outcome.lines().forEach(line -> assertTrue(line.length() <= 80, line));
  }

  @Test
  void version_isOneLine() {
    assertTrue(run("--version").expect(0).out().matches("tiptoe-serve .+\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --index .               | Missing required option: '--to=URL' (see tiptoe-serve --help)
          --index . --to x:1      | 'x:1' is not an address (grpc://HOST:PORT, grpcs:, http:, https:) (see tiptoe-serve --help)
          --index . --to grpc://h:1 --otlp 4317 | Invalid value for option '--otlp': '4317' is not HOST:PORT (127.0.0.1:4317, 0.0.0.0:4317, [::]:4317) (see tiptoe-serve --help)
          --index . --to grpc://h:1 --tls-cert x | a certificate needs its key, and a key its certificate (see tiptoe-serve --help)
          --index . --to grpc://h:1 --compress zstd | 'zstd' is not a way to compress (same, gzip, none) (see tiptoe-serve --help)
          help                    | Missing required options: '--to=URL', '--index=DIR' (see tiptoe-serve --help)
          """)
  void commandLine_withAMistake_saysWhatIsMeant(String line, String expected) {
    Outcome outcome = run(line.split(" ", -1)).expect(2);
    assertEquals("", outcome.out());
    assertEquals("tiptoe-serve: " + expected + "\n", outcome.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--to grpc://127.0.0.1:1 --index . --names TEXT",
        "--to grpc://h:1 --index . --pass-header a\tTEXT",
        "--to TEXT --index .",
        "--to grpc://h:1 --index . --TEXT"
      })
  void argument_ofUntrustedText_isEscaped(String line) {
    String[] arguments = line.split(" ", -1);
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = arguments[i].replace("TEXT", UntrustedText.ALL);
    }
    Outcome outcome = run(arguments);
    assertTrue(outcome.status() != 0);
    UntrustedText.assertAbsent("tiptoe-serve", outcome, false);
    assertEquals("", outcome.out());
    assertEquals(1, outcome.err().lines().count(), outcome::err);
    assertTrue(outcome.err().contains(UntrustedText.escaped(UntrustedText.ALL)), outcome::err);
  }
}
