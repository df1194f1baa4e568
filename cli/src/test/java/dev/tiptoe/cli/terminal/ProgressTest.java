// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.Progress.Unit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The progress line of long work. The tests set the clock. */
class ProgressTest {

  private static final String CLEAR = "\r\u001b[K";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private long now = 5;

  private Terminal terminal(Screen screen) {
    return new Terminal("tiptoe", InputStream.nullInputStream(), out, err, screen);
  }

  private Progress progress(Terminal terminal, Unit unit, long total) {
    return new Progress(terminal, "reading a", unit, total, () -> now);
  }

  private void after(long millis) {
    now += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void work_ofLessThanASecond_showsNothing() {
    try (Progress progress = progress(terminal(Screen.of(80, 24)), Unit.BYTES, 100)) {
      after(999);
      progress.at(50);
      progress.tick();
    }
    assertEquals("", err());
  }

  @Test
  void work_ofSeconds_showsRateAndRemainingTime_andIsClearedAtTheEnd() {
    try (Progress progress = progress(terminal(Screen.of(80, 24)), Unit.BYTES, 40_000_000)) {
      after(2000);
      progress.at(10_000_000);
      progress.tick();
    }
    assertEquals("\rreading a  25%  10 MB of 40 MB, 5.0 MB/s, 6 s left\u001b[K" + CLEAR, err());
  }

  @Test
  void work_ofUnknownSize_showsWhatIsDone() {
    Progress progress = progress(terminal(Screen.of(80, 24)), Unit.FILES, 0);
    after(3000);
    progress.add(10);
    progress.add(20);
    progress.tick();
    assertEquals("\rreading a  30 files, 10 files/s\u001b[K", err());
  }

  @Test
  void work_ofWhichTheShareIsKnown_showsTheRemainingTime() {
    Progress progress = progress(terminal(Screen.of(80, 24)), Unit.BYTES, 0);
    after(3000);
    progress.at(30_000_000);
    progress.atShare(0.25);
    progress.tick();
    assertEquals("\rreading a  25%  30 MB, 10 MB/s, 9 s left\u001b[K", err());
  }

  @Test
  void work_ofWhichNothingIsKnown_showsTheTime() {
    Progress progress = progress(terminal(Screen.of(80, 24)), Unit.TIME, 0);
    after(63_000);
    progress.tick();
    assertEquals("\rreading a  1 min 3 s\u001b[K", err());
  }

  @Test
  void line_longerThanTheScreen_isCut() {
    Progress progress = progress(terminal(Screen.of(12, 24)), Unit.FILES, 0);
    progress.add(1);
    after(3000);
    progress.tick();
    assertEquals("\rreading a …\u001b[K", err());
  }

  @Test
  void pipe_getsNothing() {
    Terminal terminal = terminal(Screen.NONE);
    Progress progress = progress(terminal, Unit.FILES, 0);
    after(3000);
    progress.tick();
    terminal.note("a note");
    progress.close();
    assertEquals("tiptoe: a note\n", err());
  }

  @Test
  void note_clearsTheLineFirst() {
    Terminal terminal = terminal(Screen.of(80, 24));
    Progress progress = progress(terminal, Unit.TIME, 0);
    after(3000);
    progress.tick();
    terminal.note("a note");
    assertEquals("\rreading a  3 s\u001b[K" + CLEAR + "tiptoe: a note\n", err());
  }

  @Test
  void results_onTheSameTerminal_endTheLine() {
    Terminal terminal = terminal(Screen.of(80, 24));
    Progress progress = progress(terminal, Unit.TIME, 0);
    after(3000);
    progress.tick();
    terminal.line("a result");
    progress.tick();
    assertEquals("\rreading a  3 s\u001b[K" + CLEAR, err());
  }

  @Test
  void stream_thatIsCounted_advances() throws IOException {
    Progress progress = progress(terminal(Screen.of(80, 24)), Unit.FILES, 7);
    try (InputStream in = progress.counting(new ByteArrayInputStream(new byte[7]))) {
      assertEquals(0, in.read());
      assertEquals(6, in.transferTo(OutputStream.nullOutputStream()));
    }
    after(1000);
    progress.tick();
    assertTrue(err().contains("100%  7 of 7 files, 7 files/s"), err());
  }

  @Test
  void colours_areForTerminalsOnly_andNotWithNoColor() {
    StyledLine line = new StyledLine().add("a ").bold("b");
    assertEquals("a \u001b[1mb\u001b[0m", line.text(true, 80));
    assertEquals("a b", line.text(false, 80));
    terminal(Screen.of(80, 24)).line(line);
    Screen piped = new ProcessScreen(Map.of("TERM", "xterm", "NO_COLOR", "1"));
    assertEquals(false, piped.isColoured());
  }

  @Test
  void line_withAnEscapeSequenceInAName_hasItEscaped() {
    assertEquals("\\u001b[2J", new StyledLine().add("\u001b[2J").toString());
  }
}
