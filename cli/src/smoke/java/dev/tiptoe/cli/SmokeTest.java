// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One journey on the real runtime, of the two that there are: with the agent from the beginning,
 * and later.
 */
class SmokeTest {

  private static final int SOME = 200;

  @TempDir private Path temporary = Path.of("");

  @Test
  void program_thatIsRecorded_hasNamesLinesStacksAndAnswers() throws IOException {
    assertEquals("The harbour is open for 2 s.", DemoTrace.output().get(0));
    String trace = DemoTrace.file();
    List<String> ship =
        TiptoeRun.tiptoe("ids", trace, "--module", "Demo", "--tsv").expect(0).rows().stream()
            .filter(row -> row.get(0).equals("class") && row.get(6).equals("Tiptoe.Demo.Ship"))
            .findFirst()
            .orElseThrow();
    Outcome stacks =
        TiptoeRun.tiptoe("stacks", trace, "--lines", "--tsv").expect(0).expectSilence();
    assertTrue(
        stacks.out().contains("Tiptoe.Demo.Program::Main(System.String[]):System.Int32 ["),
        stacks::out);
    assertTrue(stacks.out().contains("Program.cs:"), stacks::out);
    Outcome found =
        TiptoeRun.tiptoe("lookup", trace, "--module", "Demo", "--token", ship.get(4), "--tsv");
    List<String> answer = found.expect(0).rows().get(0);
    assertEquals("loaded", answer.get(0));
    assertEquals(ship.get(1), answer.get(2));
  }

  @Test
  void program_thatIsAttachedTo_showsItsTypes_andLivesOn() throws IOException {
    Path folder = temporary.toRealPath();
    String trace = folder.resolve("t").toString();
    try (Attachable program = new Attachable(folder);
        Child.Running attached =
            Child.tiptoe("attach", Long.toString(program.pid()), "--out", trace).start()) {
      attached.await(() -> attached.hasNoted("attached to " + program.pid()));
      program.work(SOME);
      TiptoeRun.tiptoe("detach", Long.toString(program.pid())).expect(0).expectSilence();
      attached.outcome().expect(0);
      program.await(() -> !program.hasLibrary());
      assertEquals(0, program.agentThreads());
      program.work(SOME);
      program.end();
    }
    List<List<String>> types =
        TiptoeRun.tiptoe("ids", trace, "--tsv").expect(0).expectSilence().rows().stream()
            .filter(row -> row.get(0).equals("class") && row.get(6).startsWith("Tiptoe.Dockyard."))
            .toList();
    assertFalse(types.isEmpty());
  }
}
