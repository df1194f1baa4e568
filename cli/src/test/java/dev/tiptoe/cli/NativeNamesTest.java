// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.image.BuiltImage;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder.Processor;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.ZapSignatures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code tiptoe names --rva}. */
class NativeNamesTest {

  private static final byte[] NOTHING =
      SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID));

  @TempDir private Path folder = Path.of("");

  private final ImageBuilder port = ImageBuilder.assembly("Port", "1.2.3.4");

  private final ReadyToRunBuilder builder = new ReadyToRunBuilder(Processor.AMD64_LINUX);

  private final int ship = port.typeDef("Port", "Ship");

  private final int sail = port.method("Sail", NOTHING);

  private String written(String name, BuiltImage image) throws IOException {
    return Files.write(folder.resolve(name), image.bytes()).toString();
  }

  private static String mvid(String file) throws IOException {
    return Image.open(Path.of(file)).mvid().orElseThrow().toString();
  }

  @Test
  void rva_inAMethod_isItsTokenNameAndOffset() throws IOException {
    String file = written("Port.dll", builder.method(sail, builder.function(0x40)).build(port));
    Outcome outcome =
        TiptoeRun.tiptoe("names", file, "--rva", "0x100000,0x100012", "--tsv").expect(0);
    String name = "Port.Ship::Sail():System.Void";
    assertEquals(
        List.of(
            List.of(file, mvid(file), "0x06000001", name, "0x100000", "0x0"),
            List.of(file, mvid(file), "0x06000001", name, "0x100012", "0x12")),
        outcome.expectSilence().rows());
    assertEquals(
        List.of(file, "  0x100012  0x06000001+0x12  " + name),
        TiptoeRun.tiptoe("names", file, "--rva", "0x100012").expect(0).lines());
  }

  @Test
  void rva_ofNoMethod_isNo() throws IOException {
    String file = written("Port.dll", builder.method(sail, builder.function(0x40)).build(port));
    Outcome outcome = TiptoeRun.tiptoe("names", file, "--rva", "0xffffffff", "--tsv").expect(1);
    assertEquals(
        List.of(List.of(file, "", "", "", "0xffffffff", "")), outcome.expectSilence().rows());
    assertEquals(
        List.of(file, "  0x0  (no code of a method lies there)"),
        TiptoeRun.tiptoe("names", file, "--rva", "0x0").expect(1).lines());
  }

  @Test
  void rva_inAFileWithoutNativeCode_isNo() throws IOException {
    String file = written("Port.dll", port.build());
    assertEquals(
        List.of(file, "  0x1000  (the file has no native code)"),
        TiptoeRun.tiptoe("names", file, "--rva", "0x1000").expect(1).expectSilence().lines());
  }

  @Test
  void rva_ofSharedCode_isEachOfItsMethods() throws IOException {
    int anchor = port.method("Anchor", NOTHING);
    int both = builder.function(0x40);
    String file = written("Port.dll", builder.method(sail, both).method(anchor, both).build(port));
    assertEquals(
        List.of("Port.Ship::Sail():System.Void", "Port.Ship::Anchor():System.Void"),
        TiptoeRun.tiptoe("names", file, "--rva", "0x100000", "--tsv").expect(0).rows().stream()
            .map(row -> row.get(3))
            .toList());
  }

  @Test
  void rva_ofAComponent_namesTheCompositeImage() throws IOException {
    String file = written("Port.dll", builder.flags(0x20).owner("all.r2r.dll").build(port));
    assertEquals(
        List.of(file, "  0x100000  (the code is in all.r2r.dll)"),
        TiptoeRun.tiptoe("names", file, "--rva", "0x100000").expect(1).lines());
  }

  /** The assembly's own file lies beside the composite image, and is used if it is the same. */
  @Test
  void rva_inACompositeImage_isNamedFromTheFileBesideIt() throws IOException {
    String assembly = written("Port.dll", port.build());
    ImageBuilder manifest = ImageBuilder.netmodule("manifest");
    manifest.assemblyRef("Port", "1.2.3.4");
    builder.manifest(manifest).component().method(0, sail, builder.function(0x40));
    String file = written("all.r2r.dll", builder.buildComposite());
    assertEquals(
        List.of(
            List.of(
                file,
                mvid(assembly),
                "0x06000001",
                "Port.Ship::Sail():System.Void",
                "0x100000",
                "0x0")),
        TiptoeRun.tiptoe("names", file, "--rva", "0x100000", "--tsv").expect(0).rows());
    written("Port.dll", ImageBuilder.assembly("Port", "9.9.9.9").build());
    assertEquals(
        List.of(List.of(file, "", "0x06000001", "Port!0x06000001", "0x100000", "0x0")),
        TiptoeRun.tiptoe("names", file, "--rva", "0x100000", "--tsv").expect(0).rows());
  }

  @Test
  void rva_ofAnInstantiation_doesNotLeaveTheFolder() throws IOException {
    port.assemblyRef("../Port", "1.0.0.0");
    byte[] owner = ZapSignatures.inModule(1, SignatureBlobs.classType(ship));
    builder.instance(ZapSignatures.methodOf(owner, sail), builder.function(0x40));
    String file = written("Port.dll", builder.build(port));
    assertEquals(
        "../Port!0x02000002::0x06000001",
        TiptoeRun.tiptoe("names", file, "--rva", "0x100000", "--tsv")
            .expect(0)
            .rows()
            .get(0)
            .get(3));
  }

  @Test
  void entryPoint_thatIsDamaged_isReportedAndTheOthersAnswered() throws IOException {
    int anchor = port.method("Anchor", NOTHING);
    builder.method(sail, builder.function(0x40)).method(anchor, 4711);
    String file = written("Port.dll", builder.build(port));
    Outcome outcome = TiptoeRun.tiptoe("names", file, "--rva", "0x100000", "--tsv").expect(3);
    assertEquals("Port.Ship::Sail():System.Void", outcome.rows().get(0).get(3));
    assertTrue(outcome.err().contains("there is no runtime function 4711"), outcome.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0x", "1000", "0x123456789", "0x-1", "0x1g"})
  void rva_inAnyOtherForm_isAWrongCommand(String rva) {
    TiptoeRun.tiptoe("names", "Port.dll", "--rva", rva).expect(2);
  }

  @Test
  void rva_withTokensOrAnotherStyle_isAWrongCommand() {
    String[] rva = {"names", "Port.dll", "--rva", "0x1000"};
    for (String[] more : new String[][] {{"--tokens", "0x06000001"}, {"--style", "csharp"}}) {
      TiptoeRun.tiptoe(Stream.of(rva, more).flatMap(Stream::of).toArray(String[]::new)).expect(2);
    }
    TiptoeRun.tiptoe("names", "Port.dll", "--rva", "0x1000", "--style", "reflection").expect(3);
  }
}
