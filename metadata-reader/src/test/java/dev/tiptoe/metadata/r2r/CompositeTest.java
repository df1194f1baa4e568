// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import static dev.tiptoe.metadata.given.GivenCode.composite;
import static dev.tiptoe.metadata.given.GivenCode.nameAt;
import static dev.tiptoe.testdata.image.SignatureBlobs.I4;
import static dev.tiptoe.testdata.image.SignatureBlobs.classType;
import static dev.tiptoe.testdata.image.SignatureBlobs.generic;
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;
import static dev.tiptoe.testdata.image.ZapSignatures.inModule;
import static dev.tiptoe.testdata.image.ZapSignatures.methodOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.given.GivenCode.Port;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder.Processor;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Composite images: the code of several assemblies in one file. */
class CompositeTest {

  private final Port port = new Port();
  private final ImageBuilder manifest = ImageBuilder.netmodule("manifest");
  private final ReadyToRunBuilder builder = new ReadyToRunBuilder(Processor.ARM64);

  CompositeTest() {
    manifest.assemblyRef("Port", "1.2.3.4");
    manifest.assemblyRef("Sea", "1.0.0.0");
    builder.manifest(manifest);
  }

  @ParameterizedTest
  @CsvSource({"9,2,2", "6,2,1"})
  void method_ofAComponent_isNamedFromTheMetadataInTheImage(int major, int minor, int module) {
    builder.version(major, minor).component(port.image).component();
    int sail = builder.function(0x40);
    int foreign = builder.function(0x20);
    builder.method(0, port.sail, sail).method(1, 0x06000005, foreign);
    ReadyToRun code = composite(builder.buildComposite());
    assertEquals(List.of(), code.damage());
    assertEquals("Port.Ship::Sail():System.Void", nameAt(code, builder.begin(sail)));
    assertEquals("Sea!0x06000005", nameAt(code, builder.begin(foreign)));
    assertEquals(
        List.of(module, module + 1), code.methods().stream().map(EntryPoint::module).toList());
    assertEquals(
        Optional.of(foreign),
        code.find(module + 1, new Token(0x06000005)).map(EntryPoint::function));
    assertEquals(Optional.empty(), code.find(module, new Token(0x06000005)));
  }

  @Test
  void component_inTheImage_isOpenedWithItsRvas() {
    builder.component(port.image);
    Image image =
        composite(builder.buildComposite()).module(2) instanceof ModuleOverride.Assembly port
            ? port.embedded().orElseThrow()
            : Given.image(manifest);
    assertEquals("Port.dll", image.moduleName());
    int rva = image.metadata().container().cor20().orElseThrow().metadata().rva();
    assertEquals(
        image.metadata().container().metadata().fileOffset(0),
        image.metadata().container().fromRva(rva).fileOffset(0));
  }

  @Test
  void instance_acrossComponents_isNamedWithBoth() {
    builder.component(port.image).component();
    byte[] owner = inModule(2, generic(classType(port.fleet), inModule(3, classType(0x02000002))));
    builder.instance(methodOf(owner, port.add), builder.function(0x40));
    ReadyToRun code = composite(builder.buildComposite());
    assertEquals(
        "Port.Fleet`1<Sea!0x02000002>::Add(!0):System.Void", nameAt(code, ReadyToRunBuilder.CODE));
  }

  @Test
  void module_ofACompositeImageItself_isNone() {
    builder.component(port.image);
    builder.instance(methodOf(classType(port.ship), port.sail, primitive(I4)), builder.function(8));
    ReadyToRun code = composite(builder.buildComposite());
    assertEquals(new ModuleOverride.None(), code.module(0));
    assertEquals("?!0x02000002::0x06000001<System.Int32>", nameAt(code, ReadyToRunBuilder.CODE));
  }

  @Test
  void component_whoseHeaderIsNowhere_leavesTheOthers() {
    builder.lostComponent().component().method(0, 0x06000005, builder.function(0x40));
    ReadyToRun code = composite(builder.buildComposite());
    assertEquals(1, code.damage().size());
    assertEquals("Sea!0x06000005", nameAt(code, ReadyToRunBuilder.CODE));
  }
}
