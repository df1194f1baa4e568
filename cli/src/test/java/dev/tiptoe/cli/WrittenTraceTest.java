// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.trace.RecordedSession;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands read a trace from Java as they read the agent's. */
class WrittenTraceTest {

  private static final Path GOLDEN =
      Path.of(System.getProperty("tiptoe.home"), "trace/src/test/resources/golden.tiptoe");

  @TempDir private Path folder = Path.of("");

  /** Writes the facts of the agent's trace again, one by one. */
  private String rewritten() throws IOException {
    Path file = folder.resolve("written.tiptoe");
    try (TraceReader reader = TraceReader.open(GOLDEN);
        TraceWriter writer =
            TraceWriter.create(file, reader.header().pid(), reader.header().began())) {
      reader.poll(writer);
    }
    return file.toString();
  }

  private String saved() throws IOException {
    Path file = folder.resolve("saved.tiptoe");
    TraceWriter.save(
        RecordedSession.read(GOLDEN).session(), file, 1234, Instant.parse("2026-11-30T07:00:00Z"));
    return file.toString();
  }

  private static List<String> rows(String... arguments) {
    return TiptoeRun.tiptoe(arguments).expect(0).out().lines().sorted().toList();
  }

  @Test
  void ids_ofATraceFromJava_areThoseOfTheAgents() throws IOException {
    List<String> golden = rows("ids", GOLDEN.toString(), "--tsv");
    assertTrue(golden.size() > 10, golden::toString);
    assertEquals(golden, rows("ids", rewritten(), "--tsv"));
    assertEquals(golden, rows("ids", saved(), "--tsv"));
  }

  @Test
  void stacks_ofATraceFromJava_areThoseOfTheAgents() throws IOException {
    List<String> golden = rows("stacks", GOLDEN.toString(), "--tsv");
    assertTrue(golden.size() > 2, golden::toString);
    assertEquals(golden, rows("stacks", rewritten(), "--tsv"));
  }

  @Test
  void lookup_inASavedSession_answersAsInTheTraceThatItIsOf() throws IOException {
    String[] question = {"lookup", "", "--module", "Made", "--token", "0x02000002"};
    question[1] = GOLDEN.toString();
    String golden = TiptoeRun.tiptoe(question).out();
    question[1] = saved();
    assertEquals(golden, TiptoeRun.tiptoe(question).out());
  }
}
