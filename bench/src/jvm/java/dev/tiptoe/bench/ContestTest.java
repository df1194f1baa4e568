// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.LaunchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The contest itself, between processes that send whatever the test needs. */
class ContestTest {

  /** A side that takes a little longer each time it is asked. */
  private static List<String> side(int nanoseconds, int checksum) {
    String answer = "printf '%s\\t3\\t" + checksum + "\\t0\\n' $((n += " + nanoseconds + "))";
    return List.of("/bin/sh", "-c", "n=0; while read -r line; do " + answer + "; done");
  }

  @Test
  void medians_ofTheRoundsAfterWarmUp_areCompared() throws IOException {
    // The first two answers are for agreement and warm-up; then 3, 4 and 5 times as much.
    try (Contest contest = new Contest(side(100, 7), side(1000, 7), 1, 3)) {
      RaceResult comparison = contest.at(MetadataWork.OPEN);
      assertEquals(new RaceResult(MetadataWork.OPEN, 3, 400, 4000, true), comparison);
      assertEquals(0.1, comparison.ratio(), 1e-9);
      assertTrue(comparison.isReached());
    }
  }

  @Test
  void answers_thatDiffer_areNoticed() throws IOException {
    try (Contest contest = new Contest(side(100, 7), side(100, 8), 0, 1)) {
      RaceResult comparison = contest.at(MetadataWork.NAMES);
      assertFalse(comparison.agree());
      assertFalse(comparison.isReached());
    }
  }

  @Test
  void side_thatEnds_isAnErrorThatNamesIt() throws IOException {
    try (Contest contest = new Contest(side(1, 1), List.of("/bin/true"), 0, 1)) {
      LaunchException problem =
          assertThrows(LaunchException.class, () -> contest.at(MetadataWork.REFERENCES));
      assertEquals("the peer ended during the request whole references", problem.getMessage());
    }
  }

  @Test
  void side_thatTalksNonsense_isAnError() throws IOException {
    List<String> parrot = List.of("/bin/cat");
    try (Contest contest = new Contest(parrot, parrot, 0, 1)) {
      assertThrows(LaunchException.class, () -> contest.at(MetadataWork.OPEN));
    }
  }

  @Test
  void contestant_thatWasStopped_isKilled() throws Exception {
    List<String> stops = List.of("/bin/sh", "-c", "kill -STOP $$; read -r line");
    Contestant contestant = Contestant.start("what stops", stops);
    ProcessHandle process = ProcessHandle.of(contestant.pid()).orElseThrow();
    try (contestant) {
      Path stat = Path.of("/proc", Long.toString(contestant.pid()), "stat");
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (!Files.readString(stat).contains(") T ")) {
        assertTrue(System.nanoTime() < deadline, "it does not stop");
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      }
    }
    assertEquals(process, process.onExit().get(1, TimeUnit.MINUTES));
  }
}
