// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.LaunchException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whole processes, measured in turn; what the figures are is not asked. */
class ProcessContestTest {

  private static final List<String> ECHO = List.of("/bin/echo", "a");

  private final ProcessContest contest = new ProcessContest(1, 2);

  private static List<String> shell(String script) {
    return List.of("/bin/sh", "-c", script);
  }

  @Test
  void processes_thatPrintTheSame_agree() throws IOException {
    RaceResult same = contest.at(ProcessWork.NAMES, ECHO, shell("echo a; echo b >&2; exit 1"));
    assertTrue(same.agree() && same.ours() > 0 && same.peer() > 0, same::toString);
    assertEquals(1, same.count());
  }

  @Test
  void processes_thatPrintSomethingElse_doNotAgree() throws IOException {
    assertFalse(contest.at(ProcessWork.NAMES, ECHO, List.of("/bin/echo", "b")).agree());
  }

  @Test
  void process_thatFails_isAnErrorThatNamesIt() {
    LaunchException problem =
        assertThrows(
            LaunchException.class, () -> contest.at(ProcessWork.REFS, ECHO, shell("exit 2")));
    assertEquals("/bin/sh ended with 2", problem.getMessage());
  }
}
