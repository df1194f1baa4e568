// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.cli.terminal.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code prove bench fleet} over few frames, once; what the figures are is not asked. */
@Tag("quarter-3")
class FleetOfBothSidesTest {

  /** Both sides must find the same names and lines, which theirs do not take from an index. */
  @Test
  void frames_ofBothSides_haveTheSameNamesAndLines() {
    List<List<String>> rows =
        BenchRun.prove(
                "bench",
                "fleet",
                "--frames",
                "10000",
                "--executors",
                "1",
                "--rounds",
                "1",
                "--warm-up",
                "0",
                "--tsv")
            .expect(ExitCode.OK)
            .expectSilence()
            .rows();
    assertEquals(1, rows.size(), rows::toString);
    assertEquals(List.of("10000", "1"), rows.get(0).subList(0, 2));
    assertEquals(8, rows.get(0).size(), rows::toString);
  }
}
