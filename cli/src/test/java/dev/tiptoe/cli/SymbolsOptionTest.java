// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A trace whose modules are not where it says: it was recorded elsewhere, on Windows even. */
class SymbolsOptionTest {

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
    Outcome without = run(expected.get(0));
    assertTrue(without.out().contains(expected.get(1).get(0)), without.out());
    for (String option : List.of("--symbols", "--modules")) {
      Outcome named = run(expected.get(0), option, modules);
      assertTrue(named.out().contains(expected.get(2).get(0)), named.out());
    }
  }

  @Test
  void fields_ofAClassOfAModuleInAFolder_areKnown() {
    String[] command = {"fields", trace, TraceOf.TYPE};
    Outcome without = TiptoeRun.tiptoe(command).expect(1);
    assertTrue(without.err().contains("not available"), without.err());
    for (String option : List.of("--symbols", "--modules")) {
      Outcome with = TiptoeRun.tiptoe("fields", trace, TraceOf.TYPE, option, modules).expect(0);
      assertTrue(with.out().contains("Microsoft.CodeAnalysis.EmbeddedAttribute"), with.out());
      assertTrue(with.err().endsWith("assembly System.Runtime is not loaded\n"), with.err());
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void modules_inAnArchive_giveTheirNames(List<List<String>> expected) throws IOException {
    Path archive = folder.resolve("app.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      zip.putNextEntry(new ZipEntry("publish/Hello.dll"));
      zip.write(Files.readAllBytes(TestAssembly.HELLO.path()));
    }
    Outcome named = run(expected.get(0), "--symbols", archive.toString());
    assertTrue(named.out().contains(expected.get(2).get(0)), named.out());
    assertEquals("", named.err());
  }

  @Test
  void module_givenByItself_givesItsNames() {
    Path file = Path.of(modules, "publish", "hello.dll");
    Outcome named = run(List.of("ids"), "--symbols", file.toString());
    assertTrue(named.out().contains("Microsoft.CodeAnalysis.EmbeddedAttribute::"), named.out());
  }

  /** Neither the module nor its PDB is here: an index of them is. */
  @Test
  void index_ofAModuleThatIsNotAtHand_givesNamesAndLines() throws IOException {
    Image demo = Image.open(TestAssembly.DEMO.path());
    Token method = new Token(0x06000001);
    String name = new Names(demo, NameStyle.REFLECTION).declaringType(method) + "::";
    Path indexed =
        Files.write(
            folder.resolve("b.tiptoe"),
            TraceOf.text("Text", Path.of("C:\\app\\Demo.dll"), demo.mvid().orElseThrow()));
    String indexes = folder.resolve("indexes").toString();
    TiptoeRun.tiptoe("index", TestAssembly.DEMO.path().toString(), "--out", indexes).expect(0);
    for (String command : List.of("ids", "stacks")) {
      Outcome without = TiptoeRun.tiptoe(command, indexed.toString()).expect(0);
      assertTrue(without.out().contains("Demo.dll!0x02000002::0x06000001"), without.out());
      for (String option : List.of("--symbols", "--modules")) {
        Outcome named = TiptoeRun.tiptoe(command, indexed.toString(), option, indexes).expect(0);
        assertTrue(named.out().contains(name), named.out());
        assertEquals("", named.err());
      }
    }
  }

  @Test
  void modules_inSeveralPlaces_areFoundInAny() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Outcome named = run(List.of("ids"), "--modules", empty.toString(), "--symbols", modules);
    assertTrue(named.out().contains("Microsoft.CodeAnalysis.EmbeddedAttribute::"), named.out());
    assertEquals("tiptoe: " + empty + ": nothing in it can be used as symbols\n", named.err());
  }

  /** The others are used. */
  @Test
  void place_thatIsNotThere_isBadInput() {
    for (String command : List.of("ids", "stacks")) {
      Outcome outcome =
          TiptoeRun.tiptoe(command, trace, "--symbols", "/no/such", "--symbols", modules).expect(3);
      assertEquals("tiptoe: --symbols /no/such: no such file\n", outcome.err());
      assertTrue(
          outcome.out().contains("Microsoft.CodeAnalysis.EmbeddedAttribute::"), outcome.out());
    }
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
