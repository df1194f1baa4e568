// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code tiptoe top} on a terminal, as a person sees it and ends it. */
@Tag("quarter-2")
class TopScreenWitnessTest extends TopScreenFixture {

  @Test
  void screen_withoutColour_hasNone_andEndsAtCtrlC() throws IOException {
    Process top = top(Map.of("NO_COLOR", "1"));
    assertFalse(terminal.isStyled());
    terminal.type("\u0003");
    ends(top, 0);
    isAsBefore();
  }

  @Test
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

  private static Path stat(Process process) {
    return Path.of("/proc", Long.toString(process.pid()), "stat");
  }

  @Test
  void program_thatEnds_endsTop_andSaysSo() throws IOException {
    Process top = top(Map.of());
    long pid = program.pid();
    program.end();
    ends(top, 0);
    terminal.await(top, lines -> shows(lines, "tiptoe: process " + pid + " has ended"));
    assertEquals(modes, terminal.modes());
  }
}
