// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.cli.terminal.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code prove bench agent} at one work, once. */
@Tag("alone")
class ObserversOfAStartTest {

  @Test
  void start_ofAProgram_isMeasuredForEachObserver() {
    List<List<String>> rows =
        BenchAgentCommandTest.bench("start", "--tsv").expect(ExitCode.OK).rows();
    assertEquals(
        List.of("start start alone-again", "start start agent", "start start eventpipe"),
        rows.stream().map(row -> String.join(" ", row.subList(0, 3))).toList());
  }
}
