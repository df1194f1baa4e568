// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.Bundle;
import dev.tiptoe.metadata.container.BundleMember;
import dev.tiptoe.metadata.container.Container;
import dev.tiptoe.metadata.image.Image;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Opens files that hold a module, and finds the manifest of each single-file bundle once. For one
 * thread.
 */
final class ModuleFiles {

  private final Map<Path, Bundle> bundles = new HashMap<>();

  /**
   * The module in a file.
   *
   * @throws NoSuchFileException when there is no such file, or no such member in a bundle
   */
  Image open(ManagedFile file) throws IOException {
    return file.member().isEmpty()
        ? Image.open(file.path())
        : Image.of(member(file, file.member().get()).open());
  }

  /** What a file is, be it a composite image that has no module of its own. */
  Container container(ManagedFile file) throws IOException {
    return Container.of(
        file.member().isEmpty()
            ? Bytes.map(file.path())
            : member(file, file.member().get()).open());
  }

  /** The module in a file; empty when there is none. */
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

  /** The assemblies in a bundle, shown by their paths in it. */
  List<ManagedFile> assembliesIn(Path bundle) throws IOException {
    return bundle(bundle).members().stream()
        .filter(member -> member.type() == BundleMember.Type.ASSEMBLY)
        .map(BundleMember::path)
        .sorted()
        .map(path -> new ManagedFile(bundle, Optional.of(path), path, false))
        .toList();
  }

  /** A bundle, whose manifest is looked for once. */
  Bundle bundle(Path file) throws IOException {
    Bundle bundle = bundles.get(file);
    if (bundle == null) {
      bundle = Bundle.open(file);
      bundles.put(file, bundle);
    }
    return bundle;
  }
}
