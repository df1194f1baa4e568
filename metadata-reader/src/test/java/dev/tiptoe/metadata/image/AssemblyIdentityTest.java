// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.AssemblyVersion;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AssemblyIdentityTest {

  /** II.6.2.1.3: the key of the standard libraries, whose token everyone knows. */
  private static final byte[] ECMA_KEY =
      HexFormat.of().parseHex("00000000000000000400000000000000");

  private static final String ECMA_TOKEN = "b77a5c561934e089";

  private static AssemblyIdentity only(ImageBuilder builder) {
    return Given.image(builder).assembly().orElseThrow();
  }

  private static AssemblyIdentity referred(ImageBuilder builder) {
    return new AssemblyRef(Given.image(builder), 1).identity();
  }

  @Test
  void assembly_thatIsUnsigned_hasNoToken() {
    AssemblyIdentity identity = only(ImageBuilder.assembly("Lib", "1.2.3.65535"));
    assertEquals(
        new AssemblyIdentity("Lib", new AssemblyVersion(1, 2, 3, 65535), "", ""), identity);
    assertEquals(
        "Lib, Version=1.2.3.65535, Culture=neutral, PublicKeyToken=null", identity.toString());
  }

  @Test
  void assembly_withTheEcmaKey_hasTheEcmaToken() {
    ImageBuilder builder = ImageBuilder.assembly("Lib", "4.0.0.0").publicKey(ECMA_KEY);
    builder.set(Table.ASSEMBLY.token(1), "Culture", builder.string("de-AT"));
    assertEquals(
        "Lib, Version=4.0.0.0, Culture=de-AT, PublicKeyToken=" + ECMA_TOKEN,
        only(builder).toString());
  }

  @Test
  void assemblyRef_withAToken_hasThatToken() {
    ImageBuilder builder = ImageBuilder.assembly("App", "1.0.0.0");
    builder.assemblyRef("Lib", "4.0.0.0", HexFormat.of().parseHex(ECMA_TOKEN));
    assertEquals(ECMA_TOKEN, referred(builder).publicKeyToken());
    assertEquals("Lib", referred(builder).name());
  }

  @Test
  void assemblyRef_withAFullKey_hasItsToken() {
    ImageBuilder builder = ImageBuilder.assembly("App", "1.0.0.0");
    int reference = builder.assemblyRef("Lib", "4.0.0.0", ECMA_KEY);
    builder.set(reference, "Flags", 1);
    assertEquals(ECMA_TOKEN, referred(builder).publicKeyToken());
  }

  @Test
  void netmodule_hasNoAssembly() {
    Image image = Given.image(ImageBuilder.netmodule("part.netmodule"));
    assertEquals(Optional.empty(), image.assembly());
    assertEquals("part.netmodule", image.moduleName());
  }

  @Test
  void module_withoutAModuleRow_hasNeitherNameNorMvid() {
    ImageBuilder builder = new ImageBuilder();
    builder.typeDef("", "<Module>");
    Image image = Given.image(builder);
    assertEquals("", image.moduleName());
    assertEquals(Optional.empty(), image.mvid());
  }

  @Test
  void module_withTwoModuleRows_isTheFirst() {
    ImageBuilder builder = ImageBuilder.netmodule("first");
    builder.module("second", new UUID(1, 2));
    assertEquals("first", Given.image(builder).moduleName());
  }
}
