// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.module;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.name.Names;
import java.util.Optional;

/** The metadata of a loaded module, or the reason why it cannot be had. */
public sealed interface ModuleImage {

  /** The image, where there is one. */
  default Optional<Opened> opened() {
    return Optional.empty();
  }

  /**
   * It is at hand.
   *
   * @param image the metadata
   * @param names the names of its rows
   */
  record Opened(Image image, Names names) implements ModuleImage {
    @Override
    public Optional<Opened> opened() {
      return Optional.of(this);
    }
  }

  /**
   * It is not.
   *
   * @param reason why, in words
   */
  record Unavailable(String reason) implements ModuleImage {}
}
