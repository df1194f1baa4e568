// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that was loaded at start-up walks the heap and detaches on request. */
class HeapAndDetachTest {

  private static final String ENDLESS = "0";

  @TempDir private Path folder = Path.of("");

  @Test
  void heap_ofAProgramThatRuns_isWalkedToItsEnd() throws IOException {
    Path file = folder.resolve("heap.tiptoe");
    try (Recorded program = Recorded.start(file, TestAssembly.DEMO, ENDLESS)) {
      String[] walk = {"heap", program.pid(), "--budget", "60s", "--within", "10m"};
      List<String> heap =
          TiptoeRun.tiptoe(walk[0], walk[1], walk[2], walk[3], walk[4], walk[5], "--tsv")
              .expect(0)
              .expectSilence()
              .rows()
              .get(0);
      assertEquals("true", heap.get(0));
      assertTrue(Long.parseLong(heap.get(1)) > 100, heap::toString);
      String words = TiptoeRun.tiptoe(walk).expect(0).expectSilence().out();
      assertTrue(words.contains(" objects of ") && !words.contains("not all of it"), words);
      assertEquals(0, program.number("loads-on-agent-threads"));
    }
  }

  @Test
  void detach_ofAProgramThatRuns_unmapsTheAgentAndLeavesTheProgram() throws IOException {
    Path file = folder.resolve("detached.tiptoe");
    try (Recorded program = Recorded.start(file, TestAssembly.DEMO, ENDLESS)) {
      String pid = program.pid();
      Path socket = program.socket();
      Path maps = Path.of("/proc", pid, "maps");
      assertTrue(Files.readString(maps).contains("tiptoe-agent"));
      TiptoeRun.tiptoe("detach", pid).expect(0).expectSilence();
      // It is leaving, or has left: either is one line.
      Outcome again = TiptoeRun.tiptoe("detach", pid).expect(ExitCode.BAD_INPUT);
      assertEquals(1, again.err().lines().count(), again::toString);
      program.recorder().await(() -> !Files.readString(maps).contains("tiptoe-agent"));
      assertFalse(Files.exists(socket));
      assertTrue(new GrowingTrace(file).statistics().ending().isPresent());
      String said = TiptoeRun.tiptoe("status", pid).expect(ExitCode.BAD_INPUT).err();
      assertEquals("tiptoe: no agent listens in process " + pid + "\n", said);
    }
  }
}
