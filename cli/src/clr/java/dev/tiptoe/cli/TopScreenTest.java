// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code tiptoe top} on a terminal, as a person sees it and ends it. */
class TopScreenTest extends TopScreenFixture {

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
  void terminal_thatIsClosed_leavesNoAgentBehind() throws IOException {
    Process top = top(Map.of());
    terminal.hangUp();
    program.await(() -> !program.hasLibrary());
    ends(top, 3);
    program.work(SOME);
    program.end();
  }
}
