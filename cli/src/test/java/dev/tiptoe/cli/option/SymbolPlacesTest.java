// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.symbols.SymbolSource;
import dev.tiptoe.testdata.TestAssembly;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** {@code --symbols} and its companions. */
class SymbolPlacesTest {

  @TempDir private Path home = Path.of("");

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Terminal terminal =
      new Terminal("tiptoe", InputStream.nullInputStream(), new ByteArrayOutputStream(), err);

  /** A command with the options. */
  @Command(name = "with")
  static final class With {
    @Mixin private SymbolPlaces places = new SymbolPlaces();
  }

  private static SymbolPlaces parsed(String... arguments) {
    With command = new With();
    new CommandLine(command).parseArgs(arguments);
    return command.places;
  }

  private SymbolSource source(String... arguments) throws IOException {
    return parsed(arguments).symbols(terminal).sources().get(0);
  }

  @Test
  void symbols_ofFilesAndFolders_areFoundAndTheCatalogIsKept() throws IOException {
    Path catalog = home.resolve("catalog");
    Path embedded = TestAssembly.EMBEDDED.path();
    SymbolSource source =
        source(
            "--symbols",
            embedded.toString(),
            "--symbols",
            TestAssembly.HELLO.path().resolveSibling("").toString(),
            "--symbol-catalog",
            catalog.toString());
    assertEquals(embedded.toString(), source.named("Embedded.dll").get(0).origin());
    assertEquals(1, source.named("hello.DLL").size());
    assertTrue(Files.size(catalog) > 0);
    assertEquals("", err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void options_thatAreNotGiven_giveAnEmptySource() throws IOException {
    assertFalse(parsed().isGiven());
    assertEquals(0, source().named("Embedded.dll").size());
    assertTrue(parsed("--symbols", ".").isGiven());
    assertTrue(parsed("--symbol-server", "http://127.0.0.1:1/").isGiven());
  }

  @ParameterizedTest
  @ValueSource(strings = {"no/such/file", ""})
  void place_thatIsNotThere_isAnError(String path) {
    NoSuchFileException problem =
        assertThrows(NoSuchFileException.class, () -> source("--symbols", path));
    assertEquals(path, problem.getFile());
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:///x", "server", "http:/", "http://user:password@host/"})
  void server_thatIsNoServer_isAUsageError(String address) {
    ParameterException problem =
        assertThrows(ParameterException.class, () -> source("--symbol-server", address));
    assertEquals(
        "not the address of a symbol server (http://HOST/PATH or https://HOST/PATH)",
        String.valueOf(problem.getMessage()));
  }

  @Test
  void trace_thatIsDamaged_isNoted() throws IOException {
    Path trace = home.resolve("cut.tiptoe");
    Path golden =
        Path.of(System.getProperty("tiptoe.home"), "trace/src/test/resources/golden.tiptoe");
    Files.write(trace, Arrays.copyOf(Files.readAllBytes(golden), 20));
    assertEquals(0, source("--symbols", trace.toString()).named("x.dll").size());
    String text = err.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("shorter than the header of a trace"), text);
    assertEquals(1, text.lines().count(), text);
  }

  @Test
  void problems_ofManyFiles_areListedUpToANumber() throws IOException {
    byte[] cut = new byte[100];
    cut[0] = 'B';
    cut[1] = 'S';
    cut[2] = 'J';
    cut[3] = 'B';
    for (int i = 0; i < 30; i++) {
      Files.write(home.resolve(i + ".dll"), cut);
    }
    assertEquals(0, source("--symbols", home.toString()).named("x.dll").size());
    String text = err.toString(StandardCharsets.UTF_8);
    assertEquals(21, text.lines().count(), text);
    assertTrue(text.endsWith("which are not listed\n"), text);
  }
}
