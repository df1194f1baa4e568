// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.ExportDirectory;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.PeBuilder;
import dev.tiptoe.testdata.image.ReadyToRunHeader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Composite ReadyToRun images, and the assemblies whose code is in them. */
class CompositeTest {

  private static final int COMPONENT_ASSEMBLIES = 115;
  private static final int OWNER = 116;

  private static int method;

  /** Two assemblies with their metadata, a third whose metadata is elsewhere. */
  private static byte[] composite() {
    return composite(new PeBuilder(true, 0xfd1d));
  }

  private static byte[] composite(PeBuilder file) {
    method = file.add((byte) 0x2a);
    ByteBuffer components = ByteBuffer.allocate(3 * 16).order(ByteOrder.LITTLE_ENDIAN);
    for (String name : List.of("One", "Two", "")) {
      int header = name.isEmpty() ? 0 : file.cor20(ImageBuilder.assembly(name, "1.0.0.0"), 1, 0, 0);
      byte[] core = new ReadyToRunHeader(0x20).section(103, method, 1).core();
      components.putInt(header).putInt(header == 0 ? 0 : 72);
      components.putInt(file.add(core)).putInt(core.length);
    }
    int table = file.add(components.array());
    int header =
        file.add(new ReadyToRunHeader(0).section(COMPONENT_ASSEMBLIES, table, 48).header());
    return ExportDirectory.add(file, Map.of("RTR_HEADER", header)).build();
  }

  private static Components opened(byte[] file) {
    return Components.of(Container.of(Given.bytes(file))).orElseThrow();
  }

  @Test
  void composite_withEmbeddedAssemblies_opensEachOfThem() {
    List<ComponentAssembly> components = opened(composite()).components();
    assertEquals(3, components.size());
    for (String name : List.of("One", "Two")) {
      ComponentAssembly component = components.get(name.equals("One") ? 0 : 1);
      assertTrue(component.isEmbedded());
      Image image = Image.of(component);
      assertEquals(name, image.assembly().orElseThrow().name());
      assertEquals(
          0x2a, image.metadata().container().atRva(method, 1).u8(0), "RVAs are the composite's");
      assertTrue(image.debugDirectory().entries().isEmpty());
      assertTrue(image.metadata().container().exported("RTR_HEADER").isEmpty());
    }
  }

  /** The runtime takes the header that is exported, and so do we. */
  @Test
  void composite_withACor20HeaderOfItsOwn_isCompositeAllTheSame() {
    PeBuilder file = new PeBuilder(true, 0xfd1d);
    byte[] own = new ReadyToRunHeader(0x40).header();
    file.module(ImageBuilder.assembly("Own", "1.0.0.0"), file.add(own), own.length);
    byte[] composite = composite(file);
    assertEquals(3, opened(composite).components().size());
    Image two = Image.of(opened(composite).components().get(1));
    assertEquals("Two", two.assembly().orElseThrow().name());
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> Image.of(Given.FILE, composite));
    assertEquals(Kind.NOT_MANAGED, e.kind());
    assertTrue(e.reason().contains("composite"), e.reason());
  }

  @Test
  void module_whoseExportsAreDamaged_isReadAllTheSame() {
    PeBuilder file = new PeBuilder(true, 0xfd1d);
    byte[] header = new ReadyToRunHeader(0x40).header();
    file.module(ImageBuilder.assembly("One", "1.0.0.0"), file.add(header), header.length);
    Image image = Image.of(Given.FILE, file.directory(PeBuilder.EXPORTS, 0x7fff0000, 40).build());
    assertEquals("One", image.assembly().orElseThrow().name());
    assertEquals(0x40, image.readyToRunFlags());
  }

  @Test
  void component_whoseMetadataIsElsewhere_saysSo() {
    ComponentAssembly third = opened(composite()).components().get(2);
    assertFalse(third.isEmbedded());
    MetadataFormatException e = assertThrows(MetadataFormatException.class, () -> Image.of(third));
    assertEquals(Kind.NOT_MANAGED, e.kind());
  }

  @Test
  void composite_openedAsAnImage_isRefused() {
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> Image.of(Given.FILE, composite()));
    assertEquals(Kind.NOT_MANAGED, e.kind());
  }

  /** The file that stays beside a composite image: its metadata, and where its code went. */
  @Test
  void assembly_ofAComposite_namesItsOwner() {
    PeBuilder file = new PeBuilder(true, 0xfd1d);
    byte[] owner = "framework-r2r.dll\0".getBytes(StandardCharsets.UTF_8);
    int name = file.add(owner);
    byte[] header = new ReadyToRunHeader(0x20).section(OWNER, name, owner.length).header();
    file.module(ImageBuilder.assembly("One", "1.0.0.0"), file.add(header), header.length);
    Image image = Image.of(Given.FILE, file.build());
    assertEquals("One", image.assembly().orElseThrow().name());
    assertEquals(0x20, image.readyToRunFlags());
    assertEquals(
        Optional.of("framework-r2r.dll"), Components.ownerOf(image.metadata().container()));
    assertTrue(Components.of(image.metadata().container()).isEmpty());
  }

  @Test
  void module_ofAnotherKind_isNoComposite() {
    Container container = Given.image(ImageBuilder.netmodule("a")).metadata().container();
    assertTrue(Components.of(container).isEmpty());
    assertTrue(Components.ownerOf(container).isEmpty());
  }
}
