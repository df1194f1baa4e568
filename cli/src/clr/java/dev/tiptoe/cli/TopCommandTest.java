// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tiptoe top}, at a program that never stops answering. */
class TopCommandTest {

  private static final int SOME = 200;

  @TempDir private Path temporary = Path.of("");
  private Path folder = Path.of("");

  @BeforeEach
  void resolveLinks() throws IOException {
    folder = temporary.toRealPath();
  }

  private static Child top(Attachable program, String... options) {
    String[] arguments =
        Stream.concat(Stream.of("top", Long.toString(program.pid())), Stream.of(options))
            .toArray(String[]::new);
    return Child.tiptoe(arguments);
  }

  @Test
  void top_once_showsMethodsThreadsLoadsAndCost_andLeaves() throws IOException {
    try (Attachable program = new Attachable(folder);
        Child.Running top = top(program, "--once", "--every", "2s", "--duty", "50").start()) {
      while (top.process().isAlive()) {
        program.work(SOME);
      }
      Outcome outcome = top.outcome().expect(0).expectSilence();
      List<String> lines = outcome.lines();
      assertTrue(lines.get(0).startsWith("process " + program.pid() + "  .NET "), outcome::out);
      assertTrue(
          lines.get(1).matches("cpu     [0-9.]+ processors, of which the agent's threads .*"),
          lines.get(1));
      assertTrue(lines.get(2).matches("loads   [0-9]+ classes/s, .*"), lines.get(2));
      assertTrue(lines.get(3).matches("agent   pauses it [0-9.]+% of the time .*"), lines.get(3));
      // It waits for more than two seconds where no sample has a name by then.
      Pattern title = Pattern.compile("    cpu  samples  method  \\(last [0-9]+ s\\)");
      int methods = 0;
      while (methods < lines.size() && !title.matcher(lines.get(methods)).matches()) {
        methods++;
      }
      assertTrue(methods < lines.size() - 1, outcome::out);
      // The hottest may be native code, or the kernel.
      assertTrue(lines.get(methods + 1).matches(" *[0-9.]+% +[0-9.]+%  .+"), outcome::out);
      assertTrue(
          lines.stream().anyMatch(line -> line.matches(" *[0-9.]+% +[0-9.]+%  .+\\w\\(.*")),
          outcome::out);
      List<String> threads =
          lines.subList(lines.indexOf("    cpu  samples  thread") + 1, lines.size());
      assertTrue(threads.size() > 2, outcome::out);
      assertEquals(1, lines.stream().filter(line -> line.startsWith("process ")).count());
      program.await(() -> !program.hasLibrary());
      program.work(SOME);
      program.end();
    }
  }

  @Test
  void top_thatIsInterrupted_leavesTheProgram_andNoFile() throws IOException {
    Path temp = Files.createDirectory(folder.resolve("t"));
    Path ours = Files.createDirectory(folder.resolve("p"));
    try (Attachable program = new Attachable(ours);
        Child.Running top =
            Child.java(
                    List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + temp,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Tiptoe.class.getName(),
                        "top",
                        Long.toString(program.pid()),
                        "--every",
                        "100ms"))
                .receivingSignals()
                .start()) {
      top.await(() -> Files.readString(top.out()).split("process ", -1).length > 2);
      program.work(SOME);
      Child.of("/bin/sh", "-c", "kill -INT " + top.process().pid()).outcome().expect(0);
      Outcome outcome = top.outcome().expect(0).expectSilence();
      assertFalse(outcome.out().contains("\u001b"), "no terminal, no escape sequences");
      program.await(() -> !program.hasLibrary());
      program.work(SOME);
      program.end();
    }
    try (Stream<Path> left = Files.walk(temp)) {
      assertTrue(left.noneMatch(each -> each.toString().endsWith(".tiptoe")));
    }
  }

  @Test
  void top_ofAProcessThatIsNone_saysSo() {
    String ourselves = Long.toString(ProcessHandle.current().pid());
    Outcome outcome = TiptoeRun.tiptoe("top", ourselves, "--once").expect(1);
    assertTrue(outcome.err().contains("no CLR runs in it"), outcome.err());
    assertEquals("", outcome.out());
  }
}
