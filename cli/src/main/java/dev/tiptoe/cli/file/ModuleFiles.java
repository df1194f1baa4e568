// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bundle.Bundle;
import dev.tiptoe.metadata.bundle.BundleMember;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.r2r.Composite;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Opens files that hold one or several modules, such as single-file bundles and composite images.
 * Each of those is recognised only once. Thread-safe.
 *
 * <p>Inflating the compressed members of a bundle needs memory while a command uses them, usually
 * to its end. The limit is {@value #MOST_INFLATED} bytes in total, several times the size of a
 * program's assemblies.
 */
public final class ModuleFiles {

  private static final long MOST_INFLATED = 256 << 20;

  private long inflated;

  private final Map<Path, Bundle> bundles = new HashMap<>();
  private final Map<Path, Optional<Composite>> composites = new HashMap<>();

  /**
   * Opens the module in a file.
   *
   * @throws NoSuchFileException when there is no such file, or no such member in it
   */
  Image open(ManagedFile file) throws IOException {
    if (file.member().isEmpty()) {
      return Image.open(file.path());
    }
    Optional<Composite> composite = composite(file.path());
    return composite.isPresent() ? component(composite.get(), file) : Image.of(member(file));
  }

  /** The bytes that a module is in: a member of a bundle, or the metadata of a component. */
  public Bytes bytes(ManagedFile file) throws IOException {
    if (file.member().isEmpty()) {
      return Bytes.open(file.path());
    }
    Optional<Composite> composite = composite(file.path());
    return composite.isPresent() ? component(composite.get(), file).metadataBytes() : member(file);
  }

  /**
   * The native code in a file, be it a composite image that has no module of its own; empty when it
   * has none.
   */
  Optional<ReadyToRun> code(ManagedFile file) throws IOException {
    if (file.member().isEmpty()) {
      return Bytes.open(file.path(), ModuleFiles::code);
    }
    return composite(file.path()).isPresent() ? ReadyToRun.of(open(file)) : code(member(file));
  }

  private static Optional<ReadyToRun> code(Bytes file) {
    Optional<Composite> composite = Composite.of(file);
    return composite.isPresent() ? composite.map(Composite::code) : ReadyToRun.of(Image.of(file));
  }

  private Bytes member(ManagedFile file) throws IOException {
    return open(file, member(file, file.member().orElseThrow()));
  }

  private synchronized Bytes open(ManagedFile file, BundleMember member) throws IOException {
    if (!member.isCompressed()) {
      return member.open();
    }
    if (member.size() > MOST_INFLATED - inflated) {
      String reason = "the compressed files that are read have more than 256 MiB together";
      throw new FileSystemException(file.path() + "!" + member, null, reason);
    }
    Bytes opened = member.open();
    inflated += opened.length();
    return opened;
  }

  private static Image component(Composite composite, ManagedFile file) throws IOException {
    return IntStream.range(0, composite.count())
        .mapToObj(index -> component(composite, index))
        .flatMap(Optional::stream)
        .filter(image -> file.member().equals(name(image)))
        .findFirst()
        .orElseThrow(() -> new NoSuchFileException(file.shown()));
  }

  /** Returns a component in its composite image; empty when it cannot be read. */
  private static Optional<Image> component(Composite composite, int index) {
    try {
      return composite.component(index);
    } catch (MetadataFormatException e) {
      return Optional.empty();
    }
  }

  /** What a component that is in its composite image is called. */
  static Optional<String> name(Image component) {
    try {
      return component.assembly().map(AssemblyIdentity::name);
    } catch (MetadataFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns the composite image in a file; empty for any other file. */
  synchronized Optional<Composite> composite(Path file) throws IOException {
    Optional<Composite> known = composites.get(file);
    if (known == null) {
      known = readComposite(file);
      composites.put(file, known);
    }
    return known;
  }

  private static Optional<Composite> readComposite(Path file) throws IOException {
    try {
      return Bytes.open(file, Composite::of);
    } catch (MetadataFormatException e) {
      // It is a bundle or damaged. Opening it as such reports the problem.
      return Optional.empty();
    }
  }

  /** Returns the module in a file; empty when there is none. */
  Optional<Image> find(ManagedFile file) {
    try {
      return Optional.of(open(file));
    } catch (IOException | MetadataFormatException e) {
      return Optional.empty();
    }
  }

  private BundleMember member(ManagedFile file, String path) throws IOException {
    return bundle(file.path())
        .member(path)
        .orElseThrow(() -> new NoSuchFileException(file.shown()));
  }

  /** Returns the assemblies in a bundle, shown by their paths in it. */
  List<ManagedFile> assembliesIn(Path bundle) throws IOException {
    return bundle(bundle).members().stream()
        .filter(member -> member.type() == BundleMember.Type.ASSEMBLY)
        .map(BundleMember::path)
        .sorted()
        .map(path -> new ManagedFile(bundle, Optional.of(path), path, false))
        .toList();
  }

  /** Returns the bundle in a file, whose manifest is looked for only once. */
  synchronized Bundle bundle(Path file) throws IOException {
    Bundle bundle = bundles.get(file);
    if (bundle == null) {
      bundle = Bundle.open(file);
      bundles.put(file, bundle);
    }
    return bundle;
  }
}
