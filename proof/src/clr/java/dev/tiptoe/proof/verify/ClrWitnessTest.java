// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.testdata.Corpus;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.gallery.Exhibit;
import dev.tiptoe.testdata.gallery.Gallery;
import dev.tiptoe.testdata.image.BuiltImage;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The CLR's own reader agrees with ours on everything, and disagreement would be reported. */
class ClrWitnessTest {

  private static final DotnetRuntime RUNTIME =
      new DotnetRuntime(TestRuntime.directory(), List.of());

  /** Files that we salvage and the CLR does not. */
  private static final Set<String> REFUSED_BY_THE_CLR = Set.of("claimed-rows");

  /** The CLR's different readings, by exhibit; the file has the reasons. */
  private static final Map<String, List<String>> READ_OTHERWISE = readOtherwise();

  private static ClrWitness witness = ClrWitness.of(RUNTIME);

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void start() {
    witness = ClrWitness.of(RUNTIME);
  }

  @AfterAll
  static void end() throws IOException {
    witness.close();
  }

  /** The DLL that has most rows. */
  @Test
  void coreLib_everyCell_isReadAlike() throws IOException {
    Tally coreLib = same(TestRuntime.directory().resolve("System.Private.CoreLib.dll"));
    assertTrue(coreLib.cells() > 500_000, coreLib::toString);
  }

  @Test
  void runtime_everyCellOfEveryVisitedDll_isReadAlike() {
    Corpus.<Path>of(file -> file)
        .check("cell_ofEveryDll_isReadAlike", new EveryCell())
        .visit()
        .stream()
        .forEach(Corpus.Result::assertPassed);
  }

  /** Compares every DLL with itself, and counts what was compared. */
  private static final class EveryCell implements Corpus.Check<Path> {

    private Tally total = Tally.NONE;

    @Override
    public void visit(Path dll) throws IOException {
      total = total.plus(same(dll));
    }

    @Override
    public void end(boolean all) {
      assertTrue(total.cells() > 0, total::toString);
      if (all) {
        assertEquals(new Tally(7_052, 1_721_288, 5_925_292, 829_324, 5_574_779, 0), total);
      }
    }
  }

  private static Tally same(Path dll) throws IOException {
    Verdict.Compared verdict = compared(dll, dll);
    assertEquals(List.of(), verdict.differences());
    assertEquals(0, verdict.tally().differences());
    return verdict.tally();
  }

  @ParameterizedTest
  @EnumSource
  void assembly_ofOurs_isReadAlike(TestAssembly assembly) throws IOException {
    Verdict.Compared verdict = compared(assembly.path(), assembly.path());
    assertEquals(List.of(), verdict.differences());
    assertTrue(verdict.tally().cells() > 100);
  }

  static List<Exhibit> exhibits() {
    return Gallery.all();
  }

  @ParameterizedTest
  @MethodSource("exhibits")
  void oddImage_isReadAlike_whereTheClrIsAWitness(Exhibit exhibit) throws IOException {
    exhibit.writeTo(folder);
    for (String file : exhibit.files().keySet()) {
      Verdict verdict = witness.compare(folder.resolve(file));
      if (REFUSED_BY_THE_CLR.contains(exhibit.name())) {
        assertInstanceOf(Verdict.Refused.class, verdict);
        continue;
      }
      List<String> differences =
          assertInstanceOf(Verdict.Compared.class, verdict).differences().stream()
              .map(ClrWitnessTest::pinnable)
              .toList();
      assertEquals(READ_OTHERWISE.getOrDefault(exhibit.name(), List.of()), differences);
    }
  }

  /** For a constant of no type the CLR gives four bytes, whatever lies in memory there. */
  private static String pinnable(Difference difference) {
    return difference.toString().replaceAll("(?<=the CLR's 255: 4 bytes )[0-9a-f]{8}", "of memory");
  }

  private static String pinned() {
    try (InputStream in = ClrWitnessTest.class.getResourceAsStream("/gallery-differences.txt")) {
      byte[] all = Objects.requireNonNull(in, "gallery-differences.txt").readAllBytes();
      return new String(all, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, List<String>> readOtherwise() {
    Map<String, List<String>> differences = new HashMap<>();
    List<String> ofExhibit = new ArrayList<>();
    for (String line : pinned().lines().toList()) {
      if (line.startsWith("## ")) {
        ofExhibit = new ArrayList<>();
        differences.put(line.substring(3), ofExhibit);
      } else if (!line.isEmpty() && !line.startsWith("//")) {
        ofExhibit.add(line);
      }
    }
    return differences;
  }

  /** A module, and one thing in it that can be changed. */
  private static ImageBuilder module(String methodName, byte... constant) {
    ImageBuilder builder = ImageBuilder.assembly("Changing", "1.0.0.0");
    builder.typeDef("N", "T");
    int field =
        builder.field("F", SignatureBlobs.field(SignatureBlobs.primitive(SignatureBlobs.I4)));
    builder.method(
        methodName, SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID)));
    builder.row(
        Table.CONSTANT,
        SignatureBlobs.I4,
        ImageBuilder.index(Table.CONSTANT, "Parent", field),
        builder.blob(constant));
    builder.userString("literal");
    return builder;
  }

  private static ImageBuilder module() {
    return module("Method", (byte) 1, (byte) 2, (byte) 3, (byte) 4);
  }

  @Test
  void files_thatAreTheSame_areReadAlike() throws IOException {
    assertEquals(List.of(), differences(module(), module()));
  }

  @Test
  void minimalDelta_asItIsWritten_isReadAlike() throws IOException {
    ImageBuilder delta = module().uncompressed().minimalDelta().heapSizes(7);
    assertEquals(List.of(), differences(delta, delta));
  }

  @Test
  void number_thatDiffers_isADifference() throws IOException {
    ImageBuilder theirs = module().set(Table.TYPE_DEF.token(2), "Flags", 0x101);
    assertEquals(
        List.of(
            "TypeDef 2 Flags: ours 0x00000001, the CLR's 0x00000101",
            "TypeDef 2 GetTypeDefProps flags: ours 1, the CLR's 257"),
        differences(module(), theirs));
  }

  @Test
  void token_thatDiffers_isADifference() throws IOException {
    int field = ImageBuilder.index(Table.CONSTANT, "Parent", Table.PARAM.token(1));
    ImageBuilder theirs = module().set(Table.CONSTANT.token(1), "Parent", field);
    assertTrue(
        differences(module(), theirs)
            .contains("Constant 1 Parent: ours 0x04000001, the CLR's 0x08000001"));
  }

  @Test
  void name_thatDiffers_isADifference() throws IOException {
    List<String> differences = differences(module(), module("Nethod", new byte[] {1, 2, 3, 4}));
    assertHas("entry: ours Method, the CLR's Nethod", differences);
  }

  @Test
  void blob_thatDiffers_isADifference() throws IOException {
    List<String> differences = differences(module(), module("Method", new byte[] {1, 2, 3, 5}));
    assertHas("entry: ours 4 bytes 01020304, the CLR's 4 bytes 01020305", differences);
  }

  @Test
  void guid_thatDiffers_isADifference() throws IOException {
    UUID other = new UUID(1, 2);
    List<String> differences = differences(module(), module().mvid(other));
    assertHas("the CLR's " + other, differences);
  }

  @Test
  void literal_thatDiffers_isADifference() throws IOException {
    ImageBuilder theirs = module();
    theirs.userString("more");
    List<String> differences = differences(module(), theirs);
    assertHas("entry: ours , the CLR's more", differences);
  }

  @Test
  void relation_thatDiffers_isADifference() throws IOException {
    ImageBuilder theirs = module().set(Table.TYPE_DEF.token(1), "MethodList", 2);
    assertHas(
        "MethodDef 1 GetMethodProps class: ours 0x02000002, the CLR's nil",
        differences(module(), theirs.set(Table.TYPE_DEF.token(2), "MethodList", 2)));
  }

  @Test
  void row_thatIsMissing_isADifference() throws IOException {
    ImageBuilder theirs = module();
    theirs.moduleRef("N");
    assertTrue(
        differences(module(), theirs).contains("ModuleRef 0 row count: ours 0, the CLR's 1"));
  }

  private static void assertHas(String part, List<String> differences) {
    assertTrue(differences.stream().anyMatch(each -> each.contains(part)), differences::toString);
  }

  private List<String> differences(ImageBuilder ours, ImageBuilder theirs) throws IOException {
    Verdict.Compared verdict =
        compared(write("ours.dll", ours.build()), write("theirs.dll", theirs.build()));
    assertEquals(verdict.differences().size(), verdict.tally().differences());
    return verdict.differences().stream().map(Difference::toString).toList();
  }

  @Test
  void file_thatOnlyTheClrReads_isADifference() throws IOException {
    Path bad = write("bad.dll", module().build().truncated(64));
    Verdict.Compared verdict = compared(bad, TestAssembly.HELLO.path());
    assertEquals(1, verdict.tally().differences());
    assertEquals("open", verdict.differences().get(0).column());
  }

  @Test
  void file_thatOnlyWeRead_isNotCompared() throws IOException {
    Path bad = write("bad.dll", module().build().truncated(64));
    assertInstanceOf(Verdict.Refused.class, witness.compare(TestAssembly.HELLO.path(), bad));
  }

  @Test
  void file_thatNobodyReads_isUnreadable() throws IOException {
    Path text = Files.writeString(folder.resolve("text.dll"), "no image");
    assertEquals(false, unreadable(text).managed());
    assertEquals(true, unreadable(write("cut.dll", module().build().truncated(600))).managed());
    for (Path dll : TestRuntime.nativeDlls()) {
      assertEquals(false, unreadable(dll).managed());
    }
  }

  private static Verdict.Unreadable unreadable(Path file) throws IOException {
    Verdict.Unreadable verdict = assertInstanceOf(Verdict.Unreadable.class, witness.compare(file));
    assertTrue(verdict.reason().startsWith(file.toString()), verdict.reason());
    return verdict;
  }

  @Test
  void file_thatIsNotThere_isAnException() {
    Path missing = folder.resolve("missing.dll");
    assertThrows(NoSuchFileException.class, () -> witness.compare(missing));
  }

  @Test
  void file_thatIsAFifo_isAnExceptionWithoutWaiting() throws Exception {
    Path fifo = folder.resolve("fifo.dll");
    assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
    FileSystemException e = assertThrows(FileSystemException.class, () -> witness.compare(fifo));
    assertEquals("not a regular file", e.getReason());
  }

  @Test
  void fileName_beyondAscii_isFound() throws IOException {
    Path odd = folder.resolve("Grüße\t𝄞.dll");
    Files.write(odd, module().build().bytes());
    assertEquals(List.of(), compared(odd, odd).differences());
  }

  @Test
  void jvm_killed_isTheVerdictOnOneFile() throws Exception {
    Path hello = TestAssembly.HELLO.path();
    try (ClrWitness mortal = ClrWitness.of(RUNTIME)) {
      Process victim = mortal.process();
      assertEquals(0, new ProcessBuilder("kill", "-KILL", "" + victim.pid()).start().waitFor());
      victim.waitFor();
      Verdict.Lost lost = assertInstanceOf(Verdict.Lost.class, mortal.compare(hello));
      assertEquals("killed by signal 9", lost.reason());
      assertInstanceOf(Verdict.Compared.class, mortal.compare(hello), "a new one takes over");
    }
  }

  @Test
  void runtime_thatIsNone_isALaunchException() throws IOException {
    Files.writeString(folder.resolve("libcoreclr.so"), "no library");
    try (ClrWitness none = ClrWitness.of(new DotnetRuntime(folder, List.of()))) {
      LaunchException e =
          assertThrows(LaunchException.class, () -> none.compare(TestAssembly.HELLO.path()));
      assertTrue(e.toString().contains("libcoreclr.so is not a runtime"), e.toString());
    }
  }

  private static Verdict.Compared compared(Path ours, Path theirs) throws IOException {
    return assertInstanceOf(Verdict.Compared.class, witness.compare(ours, theirs));
  }

  private Path write(String name, BuiltImage image) throws IOException {
    return Files.write(folder.resolve(name), image.bytes());
  }
}
