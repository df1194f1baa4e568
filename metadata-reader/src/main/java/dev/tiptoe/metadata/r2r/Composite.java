// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.ComponentAssembly;
import dev.tiptoe.metadata.container.Components;
import dev.tiptoe.metadata.container.Container;
import dev.tiptoe.metadata.image.Image;
import java.util.List;
import java.util.Optional;

/**
 * A composite ReadyToRun image: the native code of several assemblies, and their metadata if it is
 * not in files of their own. Immutable.
 */
public final class Composite {

  private final Container container;
  private final List<ComponentAssembly> components;

  private Composite(Container container, Components components) {
    this.container = container;
    this.components = components.components();
  }

  /**
   * The composite image in {@code file}; empty when another module is in it.
   *
   * @throws MetadataFormatException when it holds no module, or is damaged
   */
  public static Optional<Composite> of(Bytes file) {
    Container container = Container.of(file);
    return Components.of(container).map(components -> new Composite(container, components));
  }

  /** How many assemblies it has. */
  public int count() {
    return components.size();
  }

  /**
   * An assembly, opened anew by each call; empty when its metadata is in a file of its own.
   *
   * @param index from 0, in the order of the composite image's manifest
   * @throws MetadataFormatException when its metadata is damaged
   */
  public Optional<Image> component(int index) {
    return Optional.of(components.get(index)).filter(ComponentAssembly::isEmbedded).map(Image::of);
  }

  /**
   * The native code of all its assemblies.
   *
   * @throws MetadataFormatException when its header or the table of its code is damaged
   */
  public ReadyToRun code() {
    return ReadyToRun.of(container)
        .orElseThrow(() -> container.file().damaged(0, "a composite image without code"));
  }
}
