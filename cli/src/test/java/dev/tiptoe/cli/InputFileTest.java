// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.process.Signals;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces and profiles that come through a pipe. */
class InputFileTest {

  private static final int SIGTERM = 15;

  @TempDir private Path folder = Path.of("");

  private Path trace() throws IOException {
    return Files.write(
        folder.resolve("some.tiptoe"), TraceOf.text("crane", TestAssembly.DEMO.path()));
  }

  private static Outcome fed(byte[] in, String line) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int status = Tiptoe.run(line.split(" ", -1), new ByteArrayInputStream(in), out, err);
    return new Outcome(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stacks FILE --tsv",
        "stacks FILE --against FILE2 --tsv",
        "ids FILE --tsv",
        "lookup FILE --module Demo --token 0x02000002",
        "fields FILE 0x400",
        "export FILE --to collapsed --out -",
        "export FILE --to pprof --out -",
        "view FILE2 --against FILE --no-open --out -",
      })
  void dash_isStandardInput(String line) throws IOException {
    Path trace = trace();
    Path other = Files.copy(trace, folder.resolve("stdin"));
    String withOther = line.replace("FILE2", other.toString());
    Outcome file = fed(new byte[0], withOther.replace("FILE", other.toString()));
    assertFalse(file.out().isEmpty());
    Outcome pipe = fed(Files.readAllBytes(trace), withOther.replace("FILE", "-"));
    assertEquals(file.out(), pipe.out());
    assertEquals(file.status(), pipe.status());
    assertEquals(file.err().replace(other.toString(), "standard input"), pipe.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"pprof", "otlp", "collapsed"})
  void profile_ofAnotherTool_goesThroughPipes(String format) throws Exception {
    Path profile = folder.resolve("profile");
    TiptoeRun.tiptoe("export", trace().toString(), "--to", format, "--out", profile.toString())
        .expect(ExitCode.OK);
    Outcome outcome =
        fed(Files.readAllBytes(profile), "export - --to collapsed --out -").expect(ExitCode.OK);
    assertTrue(outcome.out().startsWith("crane;crane.dll!crane;"), outcome.out());
    assertEquals("tiptoe: /dev/stdout: 1 sample in 1 distinct stack\n", outcome.err());
  }

  @Test
  void messages_nameStandardInput_andNotItsCopy() throws IOException {
    byte[] whole = Files.readAllBytes(trace());
    Outcome cut = fed(Arrays.copyOf(whole, whole.length - 100), "stacks - --tsv");
    assertTrue(
        cut.err().startsWith("tiptoe: standard input: the trace was cut off"), cut::toString);
    Outcome text = fed("All work and no play.\n".getBytes(UTF_8), "view - --no-open --out -");
    assertEquals(
        "tiptoe: standard input: at offset 0x0: not a trace, a .nettrace file, a profile of pprof"
            + " or OTLP, or collapsed stacks\n",
        text.expect(ExitCode.BAD_INPUT).err());
    Outcome pprof = fed(new byte[] {0x1f, (byte) 0x8b, 8}, "export - --to jfr --out -");
    assertTrue(
        pprof.expect(ExitCode.BAD_INPUT).err().startsWith("tiptoe: standard input: "), pprof::err);
  }

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
            .map(Child::quoted)
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
