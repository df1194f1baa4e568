// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.process.Signals;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.command.UntrustedText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces and profiles that come through a pipe. */
class PipedInputTest extends InputFileFixture {

  private static final int SIGTERM = 15;

  @Test
  void output_withoutAName_isNamedAfterStandardInput() throws Exception {
    Process process =
        Child.tiptoe("view", "-", "--no-open")
            .in(folder)
            .builder()
            .redirectInput(trace().toFile())
            .start();
    assertEquals("stdin.html\n", new String(process.getInputStream().readAllBytes(), UTF_8));
    assertEquals(ExitCode.OK, process.waitFor());
    Path page = folder.resolve("stdin.html");
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(page)));
  }

  /** The names of descriptors that shells use, of pipes and of a file. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat some.tiptoe | TIPTOE stacks /dev/stdin --tsv",
        "TIPTOE stacks /dev/stdin --tsv < some.tiptoe",
        "TIPTOE stacks <(cat some.tiptoe) --tsv",
      })
  void descriptor_isRead(String line) throws IOException {
    trace();
    String command =
        Child.tiptoe().builder().command().stream()
            .map(UntrustedText::inBash)
            .collect(Collectors.joining(" "));
    Outcome outcome =
        Child.of("/bin/bash", "-c", line.replace("TIPTOE", command))
            .with(Map.of("PATH", "/usr/bin:/bin"))
            .in(folder)
            .outcome()
            .expect(ExitCode.OK);
    assertTrue(outcome.out().startsWith("crane\t1\t"), outcome::toString);
  }

  @Test
  void copy_whenASignalComes_isNotLeft() throws IOException {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Process process =
        Child.tiptoe("stacks", "-")
            .receivingSignals()
            .with(Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary))
            .builder()
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Path out = Files.createTempFile(folder, "child", ".out");
    Path err = Files.createTempFile(folder, "child", ".err");
    try (OutputStream in = process.getOutputStream();
        Child.Running running = new Child.Running(process, out, err)) {
      in.write(Files.readAllBytes(trace()));
      in.flush();
      running.await(() -> copyIn(temporary).isPresent());
      Signals.send(process.pid(), SIGTERM);
      assertEquals(128 + SIGTERM, running.outcome().status());
    }
    try (Stream<Path> left = Files.list(temporary)) {
      assertEquals(List.of(), left.filter(file -> !isOfJava(file)).toList());
    }
  }

  private static boolean isOfJava(Path file) {
    return String.valueOf(file.getFileName()).startsWith("hsperfdata");
  }

  private static Optional<Path> copyIn(Path temporary) throws IOException {
    try (Stream<Path> all = Files.list(temporary)) {
      return all.map(each -> each.resolve("stdin")).filter(Files::exists).findFirst();
    }
  }
}
