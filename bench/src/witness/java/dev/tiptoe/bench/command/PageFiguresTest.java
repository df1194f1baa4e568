// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code prove bench page} of a small profile in a browser. */
@Tag("quarter-4")
class PageFiguresTest {

  @Test
  void figures_areThereForBothShapes() {
    List<String> lines =
        BenchRun.prove("bench", "page", "--stacks", "2000", "--tsv").expect(ExitCode.OK).lines();
    assertEquals(14, lines.size(), lines::toString);
    for (String line : lines) {
      assertTrue(line.matches("[a-z-]+\t(shared|distinct)(\t[0-9.]*){4}"), lines::toString);
    }
  }
}
