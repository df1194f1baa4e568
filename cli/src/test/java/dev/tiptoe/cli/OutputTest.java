// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output of the launcher, {@code ./tiptoe}, in any environment. */
@Tag("clr")
class OutputTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home"));

  @TempDir private Path folder = Path.of("");
  private Path launcher = Path.of("");

  /**
   * The launcher, through a link, in a checkout that has been built: of the build, it needs one
   * jar, and looks whether the agent is there.
   */
  @BeforeEach
  void checkout() throws IOException {
    Path original = Files.copy(HOME.resolve("tiptoe"), folder.resolve("tiptoe"));
    Files.createDirectory(folder.resolve("src"));
    Files.copy(HOME.resolve("src/launcher.sh"), folder.resolve("src/launcher.sh"));
    launcher = Files.createSymbolicLink(folder.resolve("link"), original);
    Path agent = folder.resolve("native-bridge/target/cpp/agent/libtiptoe-agent.so");
    Files.createDirectories(agent.getParent());
    Files.createFile(agent);
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.MAIN_CLASS, Tiptoe.class.getName());
    main.put(
        Attributes.Name.CLASS_PATH,
        Child.classPath().stream()
            .map(entry -> entry.toUri().toString())
            .collect(Collectors.joining(" ")));
    Path jar = folder.resolve("cli/target/lib/tiptoe-cli.jar");
    Files.createDirectories(jar.getParent());
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
  }

  @Test
  void output_inTheCLocale_isUtf8WithLineFeeds() throws IOException {
    // Made by a shell: this JVM may be in a locale where it cannot name such a file itself.
    Outcome outcome =
        shell(
            "mkdir 'Grüße' && cp \"$HELLO\" 'Grüße/🐾.dll' && LC_ALL=C \"$TIPTOE\" names 'Grüße'"
                + " 'Grüße/🐾.dll' --tsv --tokens 0x06000006");
    String mvidTokenName =
        "\tdc32322b-68f2-481b-b84c-0b420d7c20ae\t0x06000006\tHello::Main(System.String[]):System.Int32\n";
    assertEquals(
        "🐾.dll" + mvidTokenName + "Grüße/🐾.dll" + mvidTokenName,
        outcome.expect(0).expectSilence().out());
  }

  @Tag("witness")
  @Test
  void input_inTheCLocale_isUtf8() {
    Outcome outcome =
        shell(
            "cp \"$HELLO\" 'ß.dll' && printf 'ß.dll\\t0x02000001\\n' | LC_ALL=C \"$TIPTOE\" names -");
    assertEquals(
        "ß.dll\tdc32322b-68f2-481b-b84c-0b420d7c20ae\t0x02000001\t<Module>\n",
        outcome.expect(0).expectSilence().out());
  }

  @Tag("witness")
  @Test
  void help_inTheCLocale_isUtf8() {
    assertTrue(shell("LC_ALL=C \"$TIPTOE\" lookup --help").expect(0).out().contains("--token=0x…"));
  }

  @Tag("witness")
  @Test
  void output_intoAPipeThatCloses_endsQuietly() {
    for (String command : List.of("names \"$RUNTIME\" --tsv", "refs \"$RUNTIME\" --tsv")) {
      Outcome outcome = shell("\"$TIPTOE\" " + command + " | head -n 1; echo \"${PIPESTATUS[*]}\"");
      List<String> lines = outcome.expect(0).lines();
      assertEquals(2, lines.size(), outcome.toString());
      assertEquals("0 0", lines.get(1));
      assertFalse(outcome.err().contains("ipe"), outcome.err());
      outcome.err().lines().forEach(note -> assertTrue(note.contains(": skipped "), note));
    }
  }

  @Test
  void output_thatNobodyReads_endsQuietly() {
    Outcome outcome = shell("\"$TIPTOE\" names \"$HELLO\" --tsv | true; echo \"${PIPESTATUS[0]}\"");
    assertEquals("0\n", outcome.expectSilence().out());
  }

  @Tag("witness")
  @Test
  void output_toAFullDisk_isNotTakenForSuccess() {
    for (String command : List.of("names \"$HELLO\" --tsv", "names \"$RUNTIME\" --tsv", "--help")) {
      Outcome outcome = shell("\"$TIPTOE\" " + command + " > /dev/full");
      assertEquals(3, outcome.status());
      List<String> notes =
          outcome.err().lines().filter(note -> !note.contains(": skipped ")).toList();
      assertEquals(List.of("tiptoe: standard output: No space left on device"), notes);
    }
  }

  private Outcome shell(String script) {
    // As a file in UTF-8: as an argument it would go through this JVM's locale.
    try {
      Path file = folder.resolve("script");
      Files.write(file, script.getBytes(StandardCharsets.UTF_8));
      return Child.of("/bin/bash", file.toString())
          .in(folder)
          .with(
              Map.of(
                  "PATH", "/usr/bin:/bin",
                  "JAVA_HOME", System.getProperty("java.home"),
                  "LC_ALL", "C",
                  "TIPTOE", launcher.toString(),
                  "HELLO", TestAssembly.HELLO.path().toString(),
                  "RUNTIME", TestRuntime.directory().toString()))
          .outcome();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
