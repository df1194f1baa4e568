// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reading needs nothing native: it works where JNA is not. */
class TraceWithoutJnaTest {

  private static final String GOLDEN =
      Path.of(System.getProperty("tiptoe.home"), "native-bridge/src/test/resources/golden.tiptoe")
          .toString();

  @Test
  void trace_isReadAlikeWithoutJna() {
    List<String[]> commands =
        List.of(
            new String[] {"stacks", GOLDEN, "--tsv"},
            new String[] {"ids", GOLDEN, "--tsv"},
            new String[] {"lookup", GOLDEN, "--module", "M", "--token", "0x02000001"});
    for (String[] command : commands) {
      assertEquals(Outcome.of(command), Child.tiptoe(entry -> !isJna(entry), command).outcome());
    }
  }

  @Test
  void jna_isOnTheClassPathOfAllOtherTests() {
    assertTrue(Child.classPath().stream().anyMatch(TraceWithoutJnaTest::isJna));
  }

  private static boolean isJna(Path entry) {
    return entry.getFileName().toString().startsWith("jna");
  }
}
