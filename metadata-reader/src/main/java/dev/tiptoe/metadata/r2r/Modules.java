// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.Cor20;
import dev.tiptoe.metadata.container.DataDirectory;
import dev.tiptoe.metadata.container.ReadyToRunHeader;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.Image;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What module override indexes stand for: first the module itself, then its AssemblyRefs, from
 * version 6.3 on the manifest, and then the AssemblyRefs of the manifest. A composite image has no
 * AssemblyRefs of its own; those of its manifest begin with its components.
 *
 * <p>Immutable. Source: "ManifestMetadata" and "ComponentAssemblies" in readytorun-format.md.
 */
final class Modules {

  private static final int GUID = 16;
  private static final String CORELIB = "System.Private.CoreLib";

  private final Parts parts;
  private final Optional<Image> own;
  private final Optional<Image> manifest;
  private final boolean manifestHasIndex;
  private final List<Component> components;

  /** An assembly of a composite image: where its metadata is, and the header of its parts. */
  private record Component(DataDirectory cor20, ReadyToRunHeader header) {

    static final int SIZE = 2 * DataDirectory.BYTES;
  }

  /** The modules of an image; {@code own} is not looked at when it is composite. */
  Modules(Parts parts, Optional<Image> own, Damages damages) {
    this.parts = parts;
    Optional<Bytes> composite = parts.find(SectionType.COMPONENT_ASSEMBLIES);
    this.own = composite.isPresent() ? Optional.empty() : own;
    manifest = damages.get(() -> parts.find(SectionType.MANIFEST_METADATA).map(Image::of));
    manifestHasIndex = parts.header().isAtLeast(6, 3);
    components = composite.map(this::components).orElse(List.of());
  }

  private List<Component> components(Bytes section) {
    List<Component> components = new ArrayList<>();
    for (int at = 0; at + Component.SIZE <= section.length(); at += Component.SIZE) {
      DataDirectory header = DataDirectory.read(section, at + DataDirectory.BYTES);
      components.add(
          new Component(
              DataDirectory.read(section, at),
              parts.header().ofComponent(parts.file().fromRva(header.rva()))));
    }
    return components;
  }

  /** The assemblies that have MethodDefEntryPoints, each with its module override index. */
  void forEachAssembly(AssemblyVisitor visitor) {
    parts.find(SectionType.METHOD_DEF_ENTRY_POINTS).ifPresent(own -> visitor.assembly(0, own));
    int module = manifestHasIndex ? 2 : 1;
    for (Component component : components) {
      Optional<Bytes> section =
          new Parts(parts.file(), component.header()).find(SectionType.METHOD_DEF_ENTRY_POINTS);
      if (section.isPresent() && !visitor.assembly(module, section.get())) {
        return;
      }
      module++;
    }
  }

  /** Is told of an assembly; says whether to go on. */
  interface AssemblyVisitor {
    boolean assembly(int module, Bytes methodDefEntryPoints);
  }

  ModuleOverride get(int index) {
    if (index < 0) {
      return index == ZapSigParser.SYSTEM ? system() : new ModuleOverride.None();
    }
    if (index == ZapSigParser.OWN) {
      return own.<ModuleOverride>map(ModuleOverride.Own::new).orElseGet(ModuleOverride.None::new);
    }
    int references = own.map(image -> image.tables().count(AssemblyRef.TABLE)).orElse(0);
    if (index <= references) {
      AssemblyRef reference = new AssemblyRef(own.orElseThrow(), index);
      return new ModuleOverride.Assembly(reference, Optional.empty(), Optional.empty());
    }
    Image image = manifest.orElseThrow(() -> unknown(index));
    int row = index - references - (manifestHasIndex ? 1 : 0);
    return row == 0 ? new ModuleOverride.Manifest(image) : assembly(image, row);
  }

  /** The module that has the primitives: this one, or the one that is known by its name. */
  private ModuleOverride system() {
    if (own.flatMap(image -> image.findType("System", "Object")).isPresent()) {
      return get(ZapSigParser.OWN);
    }
    return Stream.of(own, manifest)
        .flatMap(Optional::stream)
        .flatMap(Modules::references)
        .filter(reference -> reference.name().equals(CORELIB))
        .findFirst()
        .<ModuleOverride>map(
            found -> new ModuleOverride.Assembly(found, Optional.empty(), Optional.empty()))
        .orElseGet(ModuleOverride.None::new);
  }

  private static Stream<AssemblyRef> references(Image image) {
    return IntStream.rangeClosed(1, image.tables().count(AssemblyRef.TABLE))
        .mapToObj(row -> new AssemblyRef(image, row));
  }

  private ModuleOverride assembly(Image image, int row) {
    if (row > image.tables().count(AssemblyRef.TABLE)) {
      throw unknown(row);
    }
    Optional<Image> embedded =
        row <= components.size() ? embedded(components.get(row - 1)) : Optional.empty();
    return new ModuleOverride.Assembly(new AssemblyRef(image, row), mvid(row), embedded);
  }

  private MetadataFormatException unknown(int index) {
    return parts.file().file().damaged(0, "no module has the override index " + index);
  }

  private Optional<Image> embedded(Component component) {
    return Optional.of(component.cor20())
        .filter(DataDirectory::isPresent)
        .map(directory -> new Cor20(parts.file().at(directory)).metadata())
        .map(metadata -> Image.of(parts.file().at(metadata)));
  }

  private Optional<UUID> mvid(int row) {
    Bytes mvids = parts.get(SectionType.MANIFEST_ASSEMBLY_MVIDS);
    return row * GUID > mvids.length()
        ? Optional.empty()
        : Optional.of(mvids.slice((row - 1) * GUID, GUID)).map(Modules::guid);
  }

  private static UUID guid(Bytes bytes) {
    long high = ((long) bytes.i32(0) << 32) | ((long) bytes.u16(4) << 16) | bytes.u16(6);
    return new UUID(high, Long.reverseBytes(bytes.i64(8)));
  }
}
