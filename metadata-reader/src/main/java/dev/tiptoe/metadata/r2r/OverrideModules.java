// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.ComponentAssembly;
import dev.tiptoe.metadata.container.Composite;
import dev.tiptoe.metadata.container.SectionType;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.Image;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Maps module override indexes to modules: first the module itself, then its AssemblyRefs, from
 * version 6.3 on the manifest, and then the AssemblyRefs of the manifest. A composite image has no
 * AssemblyRefs of its own; those of its manifest begin with its components.
 *
 * <p>Immutable. Source: "ManifestMetadata" and "ComponentAssemblies" in readytorun-format.md.
 */
final class OverrideModules {

  private static final int GUID = 16;
  private static final String CORELIB = "System.Private.CoreLib";

  private final Parts parts;
  private final Optional<Image> own;
  private final Optional<Image> manifest;
  private final boolean manifestHasIndex;
  private final List<ComponentAssembly> components;

  /** Reads the modules of an image; {@code own} is ignored when it is composite. */
  OverrideModules(Parts parts, Optional<Image> own, Damages damages) {
    this.parts = parts;
    Optional<Composite> composite = Composite.of(parts.file());
    this.own = composite.isPresent() ? Optional.empty() : own;
    manifest = damages.get(() -> parts.find(SectionType.MANIFEST_METADATA).map(Image::of));
    manifestHasIndex = parts.header().isAtLeast(6, 3);
    components = composite.map(Composite::components).orElse(List.of());
  }

  /** Visits the assemblies that have MethodDefEntryPoints, each with its module override index. */
  void forEachAssembly(Damages damages, AssemblyVisitor visitor) {
    damages.passOver(
        () ->
            entryPoints(parts)
                .map(Bytes::inMemory)
                .ifPresent(section -> visitor.assembly(0, section)));
    int module = manifestHasIndex ? 2 : 1;
    // There may be any number of them, each with a section as large as the file, so no memory is
    // allocated for them.
    for (ComponentAssembly component : components) {
      int index = module++;
      if (!damages.passOver(
          () ->
              entryPoints(partsOf(component))
                  .ifPresent(section -> visitor.assembly(index, section)))) {
        return;
      }
    }
  }

  private static Optional<Bytes> entryPoints(Parts of) {
    return of.stored(SectionType.METHOD_DEF_ENTRY_POINTS);
  }

  private Parts partsOf(ComponentAssembly component) {
    Bytes core = parts.file().fromRva(component.core().rva());
    return new Parts(parts.file(), parts.header().ofComponent(core));
  }

  /** Receives the assemblies. */
  interface AssemblyVisitor {
    void assembly(int module, Bytes methodDefEntryPoints);
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

  /**
   * Returns the module with the primitives: this one, or the one with the name of the core library.
   */
  private ModuleOverride system() {
    if (own.flatMap(image -> image.findType("System", "Object")).isPresent()) {
      return get(ZapSigParser.OWN);
    }
    return Stream.of(own, manifest)
        .flatMap(Optional::stream)
        .flatMap(OverrideModules::references)
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
        row <= components.size()
            ? Optional.of(components.get(row - 1))
                .filter(ComponentAssembly::isEmbedded)
                .map(Image::of)
            : Optional.empty();
    return new ModuleOverride.Assembly(new AssemblyRef(image, row), mvid(row), embedded);
  }

  private MetadataFormatException unknown(int index) {
    return parts.file().file().damaged(0, "no module has the override index " + index);
  }

  private Optional<UUID> mvid(int row) {
    Bytes mvids = parts.get(SectionType.MANIFEST_ASSEMBLY_MVIDS);
    return row * GUID > mvids.length()
        ? Optional.empty()
        : Optional.of(mvids.slice((row - 1) * GUID, GUID)).map(OverrideModules::guid);
  }

  private static UUID guid(Bytes bytes) {
    long high = ((long) bytes.i32(0) << 32) | ((long) bytes.u16(4) << 16) | bytes.u16(6);
    return new UUID(high, Long.reverseBytes(bytes.i64(8)));
  }
}
