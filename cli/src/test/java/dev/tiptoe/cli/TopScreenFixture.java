// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code TopScreenTest} share, which stand by kind. */
abstract class TopScreenFixture {

  static final int SOME = 200;

  @TempDir Path temporary = Path.of("");

  Attachable program;

  PseudoTerminal terminal;

  String modes = "";

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

  Process top(Map<String, String> environment) throws IOException {
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

  static boolean shows(List<String> lines, String words) {
    return lines.stream().anyMatch(line -> line.contains(words));
  }

  /** Returns whether the first method is there. */
  static boolean hasMethods(List<String> lines) {
    int heading = 0;
    while (heading < lines.size() && !lines.get(heading).contains("  samples  method  (last ")) {
      heading++;
    }
    return heading + 1 < lines.size()
        && lines.get(heading + 1).matches(" *[0-9.]+% +[0-9.]+%  .*\\(.*");
  }

  static void ends(Process top, int code) {
    try {
      assertTrue(top.waitFor(60, TimeUnit.SECONDS), "it does not end");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertEquals(code, top.exitValue());
  }

  /** The agent has left, the program goes on, and the terminal is as it was. */
  void isAsBefore() throws IOException {
    program.await(() -> !program.hasLibrary());
    program.work(SOME);
    program.end();
    assertEquals(modes, terminal.modes());
  }

  String modes() {
    try {
      return terminal.modes();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
