// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code refs} says of a program whose references ask for something else than the runtime has,
 * beside what the runtime does with it.
 */
class BinderTest {

  /** Version 4.2.2.0, as a row of AssemblyRef begins, and the flags behind it. */
  private static final String VERSION = text(4, 0, 2, 0, 2, 0, 0, 0, 0, 0, 0, 0);

  /** The public key token of the framework, as a blob. */
  private static final String KEY = text(0x08, 0xb0, 0x3f, 0x5f, 0x7f, 0x11, 0xd5, 0x0a, 0x3a);

  @TempDir private Path folder = Path.of("");

  private static String text(int... bytes) {
    return new String(bytes, 0, bytes.length);
  }

  private Path hello(String part, String other) throws IOException {
    String image =
        new String(Files.readAllBytes(TestAssembly.HELLO.path()), StandardCharsets.ISO_8859_1);
    assertTrue(image.contains(part));
    Path file = folder.resolve("Hello.dll");
    return Files.write(file, image.replace(part, other).getBytes(StandardCharsets.ISO_8859_1));
  }

  /** How the program ends, which exits with the number of its argument. */
  private int run(Path program) throws IOException, InterruptedException {
    List<String> command =
        DotnetRuntime.in(TestRuntime.directory(), Installation.current())
            .command(program, List.of("42"));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(folder.resolve("output.txt").toFile());
    Process process = builder.start();
    assertTrue(process.waitFor(1, TimeUnit.MINUTES));
    return process.exitValue();
  }

  /** The answers about all references: status and tier. */
  private Set<String> answers() {
    Set<String> answers = new HashSet<>();
    String runtime = TestRuntime.directory().toString();
    TiptoeRun.tiptoe("refs", folder.toString(), "--framework", runtime, "--tsv").rows().stream()
        .map(row -> row.get(3) + " " + row.get(6))
        .forEach(answers::add);
    return answers;
  }

  @Test
  void version_thatTheRuntimeHas_isBound() throws Exception {
    assertEquals(42, run(hello(VERSION, text(9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))));
    assertTrue(answers().contains("resolved exact"), answers()::toString);
  }

  @Test
  void version_lowerThanTheRuntimes_isBound() throws Exception {
    assertEquals(42, run(hello(VERSION, VERSION)));
    assertEquals(Set.of("resolved higher"), answers());
  }

  @Test
  void version_higherThanTheRuntimes_isRefused() throws Exception {
    assertTrue(run(hello(VERSION, text(11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))) != 42);
    String output = Files.readString(folder.resolve("output.txt"));
    assertTrue(output.contains("System.Runtime, Version=11.0.0.0"), output);
    assertTrue(answers().contains("unresolved refused"), answers()::toString);
  }

  /** What is written of public keys the runtime does not compare. */
  @Test
  void publicKeyToken_thatIsAnother_isBound() throws Exception {
    assertEquals(42, run(hello(KEY, KEY.replace('\u00b0', '\u00b1'))));
    assertEquals(Set.of("resolved other"), answers());
  }
}
