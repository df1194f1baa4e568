// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.process.Signals;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportProcessTest extends ExportCommandFixture {

  private static final int SIGINT = 2;

  private static final int SIGTERM = 15;

  @Test
  void profile_tooLargeForTheHeap_isOneClearError() throws IOException {
    Path large = folder.resolve("large.txt");
    Files.write(
        large,
        IntStream.range(0, 200_000).mapToObj(i -> "main;Shop.Cart::Method" + i + " 1").toList());
    Path out = folder.resolve("large.pb.gz");
    Outcome outcome =
        Child.tiptoe("export", large.toString(), "--to", "pprof", "--out", out.toString())
            .with(Map.of("JAVA_TOOL_OPTIONS", "-Xmx20m"))
            .outcome()
            .expect(ExitCode.BAD_INPUT);
    assertTrue(
        outcome
            .err()
            .endsWith(
                "tiptoe: not enough memory: the heap of Java is limited to 19 MiB;"
                    + " JAVA_TOOL_OPTIONS=-Xmx4g sets it to 4 GiB\n"),
        outcome.err());
    try (Stream<Path> all = Files.list(folder)) {
      assertEquals(1, all.count());
    }
  }

  @Test
  void standardOutput_whenItIsAFile_isWrittenTo() throws IOException {
    Outcome outcome =
        Child.tiptoe("export", trace().toString(), "--to", "collapsed", "--out", "/dev/stdout")
            .outcome()
            .expect(ExitCode.OK);
    assertTrue(outcome.out().startsWith("crane;"), outcome.out());
    assertTrue(Files.isSymbolicLink(Path.of("/dev/stdout")));
  }

  @Test
  void standardOutput_thatIsAppendedTo_keepsWhatItHas() throws Exception {
    Path log = Files.writeString(folder.resolve("log"), "kept\n");
    for (String name : List.of("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")) {
      Process process =
          Child.tiptoe("export", trace().toString(), "--to", "collapsed", "--out", name)
              .builder()
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      assertEquals(ExitCode.OK, process.waitFor(), name);
    }
    List<String> lines = Files.readAllLines(log);
    assertEquals("kept", lines.get(0));
    assertEquals(3, lines.stream().filter(line -> line.startsWith("crane;")).count());
  }

  @Test
  void standardOutput_thatNobodyReads_endsItQuietly() throws Exception {
    for (String command : List.of("export --to html", "view --no-open")) {
      List<String> line = new ArrayList<>(List.of(command.split(" ", -1)));
      line.addAll(List.of(trace().toString(), "--out", "/dev/stdout"));
      Process process = Child.tiptoe(line.toArray(String[]::new)).builder().start();
      process.getInputStream().close();
      assertEquals("", new String(process.getErrorStream().readAllBytes(), UTF_8));
      assertEquals(ExitCode.OK, process.waitFor());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {SIGINT, SIGTERM})
  void signal_whileAFileIsWritten_leavesNothing(int signal) throws IOException {
    Path stacks = folder.resolve("stacks.txt");
    try (BufferedWriter out = Files.newBufferedWriter(stacks)) {
      for (int i = 0; i < 300_000; i++) {
        out.write("main;Shop.Cart::Add" + i % 1000 + ";Shop.Cart::Sum" + i + " 1\n");
      }
    }
    Child child =
        Child.tiptoe("export", "stacks.txt", "--to", "chrome", "--out", "out.json").in(folder);
    try (Child.Running running = child.receivingSignals().start()) {
      running.await(this::hasPart);
      Signals.send(running.process().pid(), signal);
      assertEquals(128 + signal, running.outcome().status());
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(stacks), left.toList());
    }
  }

  private boolean hasPart() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.anyMatch(file -> file.toString().endsWith(".part"));
    }
  }
}
