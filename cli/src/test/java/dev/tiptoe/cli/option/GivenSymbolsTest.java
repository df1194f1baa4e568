// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SymbolSource;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import dev.tiptoe.testdata.TestAssembly;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** {@code --symbols} and its companions. */
class GivenSymbolsTest {

  @TempDir private Path home = Path.of("");

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Terminal terminal =
      new Terminal("tiptoe", InputStream.nullInputStream(), new ByteArrayOutputStream(), err);

  /** A command with the options. */
  @Command(name = "with")
  static final class With {
    @Mixin private GivenSymbols places = new GivenSymbols();
  }

  private static GivenSymbols parsed(String... arguments) {
    With command = new With();
    new CommandLine(command).parseArgs(arguments);
    return command.places;
  }

  private final Problems problems = new Problems(terminal);

  private Symbols symbols(String... arguments) {
    return parsed(arguments).files(terminal, problems).symbols();
  }

  private SymbolSource source(String... arguments) {
    return symbols(arguments).sources().get(0);
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
    assertEquals(List.of(), symbols().sources());
    assertTrue(parsed("--symbols", ".").isGiven());
    assertTrue(parsed("--symbol-server", "http://127.0.0.1:1/").isGiven());
  }

  /** A link to itself, a file below a file, and a name that is too long. */
  static Stream<Arguments> badPlaces() {
    return Stream.of(
        Arguments.of("none", "no such file"),
        Arguments.of("", "no such file"),
        Arguments.of("loop", "Too many levels of symbolic links"),
        // JDK 25 does not distinguish it from a file that is not there.
        Arguments.of("file/in", "Not a directory|no such file"),
        Arguments.of("x".repeat(300), "File name too long"));
  }

  @ParameterizedTest
  @MethodSource("badPlaces")
  void place_thatCannotBeRead_isAProblemAndTheOthersAreUsed(String name, String reason)
      throws IOException {
    Files.createSymbolicLink(home.resolve("loop"), home.resolve("loop"));
    Files.createFile(home.resolve("file"));
    String bad = name.isEmpty() ? "" : home.resolve(name).toString();
    String traces = TestAssembly.TRACES.path().toString();
    String index = index(home.resolve("i")).file().toString();
    assertEquals(
        List.of(index, index, traces),
        origins("--symbols", bad, "--symbols", traces, "--symbols", bad, "--symbols", index));
    String shown = bad.isEmpty() ? "''" : bad;
    String begin = Pattern.quote("tiptoe: --symbols " + shown + ": ") + "(" + reason + ")";
    assertTrue(Pattern.compile(begin).matcher(notes()).lookingAt(), notes());
    assertEquals(1, notes().lines().count(), notes());
    assertEquals(3, problems.exitCode());
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

  private static SymbolIndexWriter.Written index(Path folder) throws IOException {
    Files.createDirectories(folder);
    Image image = Image.open(TestAssembly.TRACES.path());
    return new SymbolIndexWriter(folder, false).write(image, PortablePdb.of(image)).orElseThrow();
  }

  private String notes() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** Returns the files that the symbols of a module are from, by its MVID and by its name. */
  private List<String> origins(String... arguments) throws IOException {
    Symbols symbols = parsed(arguments).files(terminal, problems).symbols();
    UUID mvid = Image.open(TestAssembly.TRACES.path()).mvid().orElseThrow();
    return Stream.concat(
            symbols.module(mvid).stream(),
            symbols.sources().stream().flatMap(source -> source.named("Traces.dll").stream()))
        .map(ModuleSymbols::origin)
        .toList();
  }

  @Test
  void index_givenDirectly_isUsedUnderAnyName() throws IOException {
    Path file = index(home.resolve("i")).file();
    Path other = Files.copy(file, home.resolve("x.tsym"));
    for (Path each : List.of(file, other)) {
      String path = each.toString();
      assertEquals(List.of(path, path), origins("--symbols", path));
    }
    assertEquals("", notes());
    Symbols symbols = parsed("--symbols", other.toString()).files(terminal, problems).symbols();
    assertEquals(Optional.empty(), symbols.module(new UUID(1, 2)));
    SymbolSource source = symbols.sources().get(0);
    assertEquals(1, source.declaring("Tiptoe.Traces.Closures").size());
    assertEquals(List.of(), source.declaring("No.Such"));
    assertEquals(List.of(), source.named("Other.dll"));
  }

  @Test
  void index_thatIsDamaged_isAProblemAndOthersAreUsed() throws IOException {
    Path damaged = Files.writeString(home.resolve("x.tsym"), "no index");
    String traces = TestAssembly.TRACES.path().toString();
    assertEquals(
        List.of(traces, traces), origins("--symbols", damaged.toString(), "--symbols", traces));
    assertEquals(1, notes().lines().count(), notes());
    assertTrue(notes().startsWith("tiptoe: --symbols " + damaged + ": "), notes());
  }

  @Test
  void indexes_inFoldersOfThePlace_areUsed() throws IOException {
    Path file = index(home.resolve("in/a")).file();
    Files.createDirectories(home.resolve("in/b"));
    String path = file.toString();
    assertEquals(List.of(path, path), origins("--symbols", home.resolve("in").toString()));
    assertEquals("", notes());
  }

  @Test
  void places_withoutAnythingToUse_areNotedOnceByName() throws IOException {
    Path empty = Files.createDirectories(home.resolve("empty"));
    Path text = Files.writeString(home.resolve("a.txt"), "some text ".repeat(50));
    Path tooDeep = home.resolve("deep");
    index(tooDeep.resolve("a/b"));
    Symbols symbols =
        parsed(
                "--symbols",
                empty.toString(),
                "--symbols",
                text.toString(),
                "--symbols",
                tooDeep.toString(),
                "--symbols",
                TestAssembly.TRACES.path().toString())
            .files(terminal, problems)
            .symbols();
    for (int i = 0; i < 2; i++) {
      assertEquals(Optional.empty(), symbols.module(new UUID(1, i)));
    }
    String why = ": nothing in it can be used as symbols\n";
    assertEquals(
        "tiptoe: " + empty + why + "tiptoe: " + text + why + "tiptoe: " + tooDeep + why, notes());
  }
}
