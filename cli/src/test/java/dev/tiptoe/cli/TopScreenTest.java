// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tiptoe top} on a terminal, as a person sees it and ends it. */
@Tag("alone")
@Tag("clr")
class TopScreenTest {

  private static final int SOME = 200;

  @TempDir private Path temporary = Path.of("");
  private Attachable program;
  private PseudoTerminal terminal;
  private String modes = "";

  @BeforeEach
  void open() throws IOException {
    program = new Attachable(temporary.toRealPath());
    terminal = new PseudoTerminal(80, 24);
    modes = terminal.modes();
  }

  @AfterEach
  void close() throws IOException {
    terminal.close();
    program.close();
  }

  private Process top(Map<String, String> environment) throws IOException {
    Process top =
        terminal.start(
            Child.tiptoe("top", Long.toString(program.pid()), "--every", "200ms")
                .receivingSignals()
                .with(Map.of("TERM", "xterm-256color"))
                .with(environment)
                .builder());
    terminal.await(top, lines -> shows(lines, "q leaves it") && hasMethods(lines));
    return top;
  }

  private static boolean shows(List<String> lines, String words) {
    return lines.stream().anyMatch(line -> line.contains(words));
  }

  /** Returns whether the first method is there. */
  private static boolean hasMethods(List<String> lines) {
    int heading = 0;
    while (heading < lines.size() && !lines.get(heading).contains("  samples  method  (last ")) {
      heading++;
    }
    return heading + 1 < lines.size()
        && lines.get(heading + 1).matches(" *[0-9.]+% +[0-9.]+%  .*\\(.*");
  }

  private static void ends(Process top, int code) {
    try {
      assertTrue(top.waitFor(60, TimeUnit.SECONDS), "it does not end");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertEquals(code, top.exitValue());
  }

  /** The agent has left, the program goes on, and the terminal is as it was. */
  private void isAsBefore() throws IOException {
    program.await(() -> !program.hasLibrary());
    program.work(SOME);
    program.end();
    assertEquals(modes, terminal.modes());
  }

  @Test
  void screen_followsTheSizeOfTheWindow_untilQIsTyped() throws IOException {
    Process top = top(Map.of());
    assertTrue(terminal.lines().get(0).startsWith("process " + program.pid() + "  .NET "));
    assertTrue(shows(terminal.lines(), " processors, of which the agent's threads "));
    assertTrue(terminal.isStyled());
    assertFalse(modes.equals(terminal.modes()), "keys come one by one, without an echo");
    terminal.resize(46, 12);
    terminal.await(
        top,
        lines -> lines.get(0).endsWith("  q leaves it") && shows(lines.subList(9, 12), "thread"));
    assertTrue(terminal.lines().stream().allMatch(line -> line.length() <= 46));
    terminal.resize(140, 40);
    terminal.await(top, lines -> shows(lines, "kB/s of trace") && shows(lines, "q leaves it"));
    terminal.type(" ");
    terminal.await(top, lines -> shows(lines, "held; space goes on"));
    terminal.type(" x");
    terminal.await(top, lines -> !shows(lines, "held"));
    terminal.type("q");
    ends(top, 0);
    // The last picture stays.
    assertTrue(hasMethods(terminal.lines()), terminal.lines()::toString);
    isAsBefore();
  }

  @Test
  @Tag("witness")
  void screen_withoutColour_hasNone_andEndsAtCtrlC() throws IOException {
    Process top = top(Map.of("NO_COLOR", "1"));
    assertFalse(terminal.isStyled());
    terminal.type("\u0003");
    ends(top, 0);
    isAsBefore();
  }

  @Test
  void terminal_thatIsClosed_leavesNoAgentBehind() throws IOException {
    Process top = top(Map.of());
    terminal.hangUp();
    program.await(() -> !program.hasLibrary());
    ends(top, 3);
    program.work(SOME);
    program.end();
  }

  @Test
  @Tag("witness")
  void top_thatIsSuspended_givesTheTerminalBack_andGoesOn() throws IOException {
    Process top = top(Map.of());
    terminal.type("\u001a");
    program.await(() -> Files.readString(stat(top)).contains(") T "));
    assertEquals(modes, terminal.modes());
    Child.of("/bin/sh", "-c", "kill -CONT " + top.pid()).outcome().expect(0);
    terminal.await(top, lines -> !modes.equals(modes()));
    terminal.type("q");
    ends(top, 0);
    isAsBefore();
  }

  private String modes() {
    try {
      return terminal.modes();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Path stat(Process process) {
    return Path.of("/proc", Long.toString(process.pid()), "stat");
  }

  @Test
  @Tag("witness")
  void program_thatEnds_endsTop_andSaysSo() throws IOException {
    Process top = top(Map.of());
    long pid = program.pid();
    program.end();
    ends(top, 0);
    terminal.await(top, lines -> shows(lines, "tiptoe: process " + pid + " has ended"));
    assertEquals(modes, terminal.modes());
  }
}
