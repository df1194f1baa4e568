// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A trace whose modules are not where it says: it was recorded elsewhere, on Windows even. */
class ModulesOptionTest {

  private static final String RECORDED = "C:\\app\\Hello.dll";

  @TempDir private Path folder = Path.of("");

  private String trace = "";
  private String modules = "";

  @BeforeEach
  void trace() throws IOException {
    trace =
        Files.write(folder.resolve("a.tiptoe"), TraceOf.text("Text", Path.of(RECORDED))).toString();
    Path below = Files.createDirectories(folder.resolve("copies/publish"));
    Files.copy(TestAssembly.HELLO.path(), below.resolve("hello.dll"));
    modules = folder.resolve("copies").toString();
  }

  /** Each command, and what it prints with and without the modules. */
  static Stream<List<List<String>>> commands() {
    return Stream.of(
        List.of(
            List.of("ids"),
            List.of("Hello.dll!0x02000002::0x06000001"),
            List.of("Microsoft.CodeAnalysis.EmbeddedAttribute::")),
        List.of(
            List.of("stacks"),
            List.of("Hello.dll!0x02000002::0x06000001"),
            List.of("Microsoft.CodeAnalysis.EmbeddedAttribute::")),
        List.of(
            List.of("lookup", "--module", "Hello", "--token", "0x02000002"),
            List.of("Hello.dll!0x02000002"),
            List.of("  Microsoft.CodeAnalysis.EmbeddedAttribute\n")));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void modules_inAFolder_giveTheirNames(List<List<String>> expected) {
    assertTrue(
        run(expected.get(0)).out().contains(expected.get(1).get(0)), run(expected.get(0)).out());
    Outcome named = run(expected.get(0), "--modules", modules);
    assertTrue(named.out().contains(expected.get(2).get(0)), named.out());
  }

  @Test
  void fields_ofAClassOfAModuleInAFolder_areKnown() {
    String[] command = {"fields", trace, TraceOf.TYPE};
    Outcome without = TiptoeRun.tiptoe(command).expect(1);
    assertTrue(without.err().contains("not available"), without.err());
    Outcome with = TiptoeRun.tiptoe("fields", trace, TraceOf.TYPE, "--modules", modules).expect(0);
    assertTrue(with.out().contains("Microsoft.CodeAnalysis.EmbeddedAttribute"), with.out());
    assertTrue(with.err().endsWith("assembly System.Runtime is not loaded\n"), with.err());
  }

  @Test
  void modules_inSeveralFolders_areFoundInAny() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Outcome named = run(List.of("ids"), "--modules", empty.toString(), "--modules", modules);
    assertTrue(named.out().contains("Microsoft.CodeAnalysis.EmbeddedAttribute::"), named.out());
  }

  @Test
  void modules_thatAreNoFolder_areBadInput() {
    Outcome outcome = TiptoeRun.tiptoe("ids", trace, "--modules", "/no/such/folder").expect(3);
    assertEquals("tiptoe: /no/such/folder: not a folder\n", outcome.err());
    assertEquals("", outcome.out());
  }

  /** What has no name of its own is named by its module once. */
  @Test
  void ids_ofAModuleThatIsNotAtHand_areNamedByModuleAndTokenOnce() {
    List<String> lines = run(List.of("ids")).lines();
    assertTrue(lines.stream().noneMatch(line -> line.contains("Hello.dll!Hello.dll!")));
    assertTrue(lines.stream().noneMatch(line -> line.contains(" !")));
    assertTrue(lines.stream().anyMatch(line -> line.contains(" Hello.dll!0x02000002  (")));
    assertTrue(lines.stream().anyMatch(line -> line.contains(" Text.dll!Text  (")));
  }

  private Outcome run(List<String> command, String... more) {
    Stream<String> first =
        Stream.concat(Stream.of(command.get(0), trace), command.stream().skip(1));
    return TiptoeRun.tiptoe(Stream.concat(first, Stream.of(more)).toArray(String[]::new)).expect(0);
  }
}
