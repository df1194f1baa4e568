// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder.Processor;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a composite image, and on an assembly in it. */
class CompositeTest {

  @TempDir private Path folder = Path.of("");

  private String composite = "";

  @BeforeEach
  void writeComposite() throws IOException {
    ImageBuilder port = ImageBuilder.assembly("Port", "1.2.3.4");
    port.typeDef("Sea", "Ship");
    port.method("Sail", SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.I4)));
    byte[] file =
        new ReadyToRunBuilder(Processor.AMD64_LINUX)
            .component(port)
            .component()
            .buildComposite()
            .bytes();
    composite = Files.write(folder.resolve("all.r2r.dll"), file).toString();
  }

  @Test
  void dump_ofACompositeImage_listsItsComponents() {
    List<String> lines = TiptoeRun.tiptoe("dump", composite).expect(0).expectSilence().lines();
    assertTrue(lines.contains("  Port  here"), lines::toString);
    assertTrue(lines.contains("  -     in a file of its own"), lines::toString);
    assertTrue(
        TiptoeRun.tiptoe("dump", composite, "--table", "TypeDef")
            .expect(3)
            .err()
            .contains("composite"));
  }

  @Test
  void component_isNamedAndDumpedAsAModule() {
    String port = composite + "!Port";
    assertEquals(
        List.of(port, "  0x06000001  Sea.Ship::Sail():System.Int32"),
        TiptoeRun.tiptoe("names", port).expect(0).expectSilence().lines());
    List<String> lines = TiptoeRun.tiptoe("dump", port).expect(0).expectSilence().lines();
    assertTrue(lines.contains("  container     in a composite image"), lines::toString);
    assertEquals(
        "tiptoe: " + composite + "!Sea: no such file\n",
        TiptoeRun.tiptoe("names", composite + "!Sea").expect(3).err());
  }
}
