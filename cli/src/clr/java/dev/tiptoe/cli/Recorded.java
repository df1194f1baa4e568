// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A program that is recorded and goes on until this is closed.
 *
 * @param recorder the command that records it
 * @param trace what is written
 */
record Recorded(Child.Running recorder, Path trace) implements AutoCloseable {

  private static final int KILLED = 128 + 9;

  /** Starts a program, and waits until it has been looked at a few times. */
  static Recorded start(Path trace, TestAssembly program, String... arguments) {
    List<String> command = new ArrayList<>(List.of("record", "--out", trace.toString(), "--"));
    command.add(program.path().toString());
    command.addAll(List.of(arguments));
    Child child = Child.tiptoe(command.toArray(String[]::new));
    Recorded recorded = new Recorded(child.start(), trace);
    GrowingTrace growing = new GrowingTrace(trace);
    try {
      recorded.recorder.await(() -> growing.hasStacks(5));
      return recorded;
    } catch (AssertionError e) {
      recorded.recorder.close();
      throw e;
    }
  }

  String pid() throws IOException {
    return Long.toString(new GrowingTrace(trace).program().pid());
  }

  /** Returns where its agent listens, by the kernel's list. */
  Path socket() throws IOException {
    Pattern ours = Pattern.compile("/\\S*/tiptoe-control-[0-9a-f]+/" + pid() + "-\\S+");
    return Files.readAllLines(Path.of("/proc/net/unix")).stream()
        .flatMap(line -> ours.matcher(line).results())
        .map(found -> Path.of(found.group()))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the status of its agent. */
  Map<String, String> status() throws IOException {
    return TiptoeRun.tiptoe("status", pid(), "--tsv").expect(0).expectSilence().rows().stream()
        .collect(Collectors.toMap(row -> row.get(0), row -> row.get(1)));
  }

  /** One of the numbers in that. */
  long number(String quantity) throws IOException {
    return Long.parseLong(status().get(quantity));
  }

  @Override
  public void close() throws IOException {
    try (recorder) {
      assertTrue(new GrowingTrace(trace).program().destroyForcibly());
      recorder.outcome().expect(KILLED);
    }
  }
}
