// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.Bundle;
import dev.tiptoe.metadata.container.BundleMember;
import dev.tiptoe.metadata.container.ComponentAssembly;
import dev.tiptoe.metadata.container.Composite;
import dev.tiptoe.metadata.container.Container;
import dev.tiptoe.metadata.image.Image;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Opens files that hold one or several modules, such as single-file bundles and composite images.
 * Each of those is recognised only once. Not thread-safe.
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
    return file.member().isEmpty() ? Image.open(file.path()) : Image.of(container(file));
  }

  /** Returns the kind of a file, even that of a composite image without a module of its own. */
  public Container container(ManagedFile file) throws IOException {
    if (file.member().isEmpty()) {
      return Bytes.open(file.path(), Container::of);
    }
    Optional<Composite> composite = composite(file.path());
    return composite.isPresent()
        ? component(composite.get(), file)
        : Container.of(open(file, member(file, file.member().get())));
  }

  private Bytes open(ManagedFile file, BundleMember member) throws IOException {
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

  private static Container component(Composite composite, ManagedFile file) throws IOException {
    return composite.components().stream()
        .filter(ComponentAssembly::isEmbedded)
        .filter(component -> file.member().equals(name(component)))
        .findFirst()
        .orElseThrow(() -> new NoSuchFileException(file.shown()));
  }

  /** Returns the name of a component in its composite image. */
  static Optional<String> name(ComponentAssembly component) {
    try {
      return Image.of(component).assembly().map(AssemblyIdentity::name);
    } catch (MetadataFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns the composite image in a file; empty for any other file. */
  Optional<Composite> composite(Path file) throws IOException {
    Optional<Composite> known = composites.get(file);
    if (known == null) {
      known = readComposite(file);
      composites.put(file, known);
    }
    return known;
  }

  private static Optional<Composite> readComposite(Path file) throws IOException {
    try {
      return Bytes.open(file, all -> Composite.of(Container.of(all)));
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
  Bundle bundle(Path file) throws IOException {
    Bundle bundle = bundles.get(file);
    if (bundle == null) {
      bundle = Bundle.open(file);
      bundles.put(file, bundle);
    }
    return bundle;
  }
}
