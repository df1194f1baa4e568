// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.command.UntrustedText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whatever is written, what lays it out comes from the terminal and nothing else gets through. */
class TerminalTest {

  private static final String TEXT = UntrustedText.IN_UTF_16;
  private static final String ESCAPED = UntrustedText.escaped(TEXT);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Terminal terminal = new Terminal("tiptoe", InputStream.nullInputStream(), out, err);

  private Outcome outcome() {
    int status = terminal.finish(0);
    return new Outcome(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void line_ofAnyText_isOneLine() {
    terminal.line("C:\\a " + TEXT);
    assertEquals(new Outcome(0, "C:\\a " + ESCAPED + "\n", ""), outcome());
  }

  @Test
  void row_ofAnyText_hasItsFields() {
    terminal.row(
        "\\", TEXT, Optional.of(TEXT), List.of(TEXT, "b"), new Tsv.Joined(';', List.of(TEXT)));
    String row = "\\\\\t" + ESCAPED + "\t" + ESCAPED + "\t" + ESCAPED + ",b\t" + ESCAPED + "\n";
    assertEquals(new Outcome(0, row, ""), outcome());
  }

  @Test
  void note_ofAnyText_isOneLine() {
    terminal.note(TEXT);
    assertEquals(new Outcome(0, "", "tiptoe: " + ESCAPED + "\n"), outcome());
  }

  /** Each screen has 24 lines of 80 columns; the name of the command takes 8 of them. */
  @Test
  void notes_leaveLessRoomForResults() {
    Terminal on =
        new Terminal("tiptoe", InputStream.nullInputStream(), out, err, Screen.of(80, 24));
    assertEquals(24, on.room());
    on.note("short");
    assertEquals(23, on.room());
    on.note("x".repeat(72));
    assertEquals(22, on.room());
    on.note("x".repeat(73));
    assertEquals(20, on.room());
    on.note("x".repeat(8000));
    assertEquals(0, on.room());
    terminal.note("in a pipe");
    assertEquals(24, terminal.room());
  }

  @Test
  void note_thatWasSaid_isNotSaidAgainByNoteOnce() {
    terminal.noteOnce(TEXT);
    terminal.noteOnce(TEXT);
    assertEquals(new Outcome(0, "", "tiptoe: " + ESCAPED + "\n"), outcome());
  }

  @Test
  void stackTrace_ofAnyMessage_isOneLineForEachFrame() {
    var cause = new IOException(TEXT);
    var problem = new IllegalStateException(TEXT, cause);
    terminal.stackTrace(problem);
    Outcome outcome = outcome();
    UntrustedText.assertAbsent("tiptoe", outcome, false);
    int frames = problem.getStackTrace().length + cause.getStackTrace().length;
    assertEquals(2 + frames, outcome.err().lines().count());
  }

  @Test
  void json_ofAnyText_hasLinesForItsLayoutOnly() throws IOException {
    try (Writer json = terminal.json()) {
      json.write("{\n" + TEXT.replace("\n", "") + "\n}\n");
    }
    Outcome outcome = outcome();
    UntrustedText.assertAbsent("tiptoe", outcome, false);
    assertEquals(3, outcome.lines().size());
  }

  /** A writer gets text in pieces. */
  @Test
  void json_ofASurrogatePairInTwoPieces_isTheSameValue() throws IOException {
    try (Writer json = terminal.json()) {
      json.write('\ud83d');
      json.write('\udc3e');
    }
    assertEquals("\\ud83d\\udc3e", outcome().out());
  }

  @Test
  void outputLost_withoutAReason_isSaidInWords() {
    var broken =
        new OutputStream() {
          @Override
          public void write(int octet) throws IOException {
            throw new IOException();
          }
        };
    Terminal lost = new Terminal("tiptoe", InputStream.nullInputStream(), broken, err);
    lost.line("a");
    assertEquals(ExitCode.BAD_INPUT, lost.finish(0));
    assertEquals(
        "tiptoe: standard output: java.io.IOException\n", err.toString(StandardCharsets.UTF_8));
  }
}
