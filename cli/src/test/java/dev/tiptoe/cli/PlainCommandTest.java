// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.file.NamesCommand;
import dev.tiptoe.cli.file.SymbolizeCommand;
import dev.tiptoe.cli.option.PlainCommand;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read without picocli means the same as what picocli reads. */
class PlainCommandTest {

  private static final String HELLO = TestAssembly.HELLO.path().toString();
  private static final String WRITTEN = TestAssembly.WRITTEN.path().toString();

  @TempDir private Path folder = Path.of("");

  private static boolean takes(Function<Terminal, PlainCommand> command, String... arguments) {
    Terminal terminal =
        new Terminal(
            "tiptoe",
            InputStream.nullInputStream(),
            new ByteArrayOutputStream(),
            OutputStream.nullOutputStream());
    return command.apply(terminal).take(List.of(arguments));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.dll",
        "a.dll b.dll --tsv",
        "--tokens 0x06000001 a.dll",
        "a.dll --tokens 0x06000001,0x02000001 --tokens 0x06000002 --tsv",
        "-"
      })
  void names_ofPlainArguments_areTaken(String arguments) {
    assertTrue(takes(NamesCommand::new, arguments.split(" ", -1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--tsv",
        "a.dll --tsv --tsv",
        "a.dll --tokens",
        "a.dll --tokens --tsv",
        "a.dll --tokens 0x06000001,",
        "a.dll --tokens=0x06000001",
        "a.dll --tokens nonsense",
        "a.dll --json",
        "a.dll --help",
        "-h",
        "-- a.dll"
      })
  void names_ofOtherArguments_areLeftToPicocli(String arguments) {
    assertFalse(takes(NamesCommand::new, arguments.split(" ", -1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.log", "a.log --symbols b --symbols c", "--symbols b -", "--symbols b"})
  void symbolize_ofPlainArguments_isTaken(String arguments) {
    assertTrue(takes(SymbolizeCommand::new, arguments.split(" ", -1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.log b.log",
        "a.log --symbols",
        "a.log --symbols=b",
        "a.log --symbols b --all",
        "a.log --from tsv",
        "--version"
      })
  void symbolize_ofOtherArguments_isLeftToPicocli(String arguments) {
    assertFalse(takes(SymbolizeCommand::new, arguments.split(" ", -1)));
  }

  @Test
  void symbolize_ofAPathWithNul_isLeftToPicocli() {
    assertFalse(takes(SymbolizeCommand::new, "a.log", "--symbols", "b\0c"));
  }

  private static void assertSame(List<String> plain, List<String> read) {
    Outcome one = TiptoeRun.tiptoe(plain.toArray(String[]::new));
    Outcome other = TiptoeRun.tiptoe(read.toArray(String[]::new));
    assertEquals(other, one);
  }

  @Test
  void output_ofBothWays_isTheSame() throws IOException {
    Path list = folder.resolve("list.tsv");
    Files.writeString(list, "Written.dll\t0x06000002\t0x0\nNone.dll\t0x06000001\t1\n");
    String there = list.toString();
    assertSame(
        List.of("symbolize", there, "--symbols", WRITTEN),
        List.of("symbolize", there, "--symbols=" + WRITTEN));
    assertSame(
        List.of("symbolize", there, "--symbols", folder + "/none"),
        List.of("symbolize", there, "--symbols=" + folder + "/none"));
    assertSame(
        List.of("symbolize", folder + "/none"),
        List.of("symbolize", "--names=written", folder + "/none"));
    assertSame(List.of("symbolize", ""), List.of("symbolize", "--names=written", ""));
    for (String tokens : List.of("0x06000001", "0x06000001,0x0600ffff", "0x99000001")) {
      assertSame(
          List.of("names", HELLO, "--tokens", tokens, "--tsv"),
          List.of("names", HELLO, "--tokens=" + tokens, "--tsv"));
    }
    assertSame(
        List.of("names", HELLO, folder + "/none"),
        List.of("names", "--style=reflection", HELLO, folder + "/none"));
  }
}
