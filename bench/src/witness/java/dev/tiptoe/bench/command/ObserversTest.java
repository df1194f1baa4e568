// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code prove bench agent}, once over a little; what the figures are is not asked. */
@Tag("alone")
@Tag("quarter-2")
class ObserversTest {

  @Test
  void works_ofEachKind_giveFiguresForEachObserver() {
    List<List<String>> rows =
        BenchAgentCommandTest.bench("start,web-start,instantiations", "--tsv")
            .expect(ExitCode.OK)
            .rows();
    assertEquals(
        List.of(
            "start start alone-again",
            "start start agent",
            "start start eventpipe",
            "web-start start alone-again",
            "web-start start agent",
            "web-start start eventpipe",
            "instantiations load alone-again",
            "instantiations load-processor alone-again",
            "instantiations load agent",
            "instantiations load-processor agent"),
        rows.stream().map(row -> String.join(" ", row.subList(0, 3))).toList());
    for (List<String> row : rows) {
      assertEquals(9, row.size(), row::toString);
      assertEquals(row.get(3), row.get(4), "of one round, the median is all there is");
    }
  }

  @Test
  void throughput_isLookedAtWithItsSamples() {
    List<String> lines = BenchAgentCommandTest.bench("web").expect(ExitCode.OK).lines();
    for (String expected :
        List.of(
            "web server: throughput lost",
            "web server: memory added",
            "web server: samples a second",
            "web server: trace for a sample")) {
      assertTrue(lines.stream().anyMatch(line -> line.startsWith(expected)), lines::toString);
    }
  }
}
