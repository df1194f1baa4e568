// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.answer.LoadedImage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds modules by image: open addressing over identity, at most half full. Immutable.
 *
 * <p>Every question about a row begins here, so a look-up is cheaper than that of a {@code
 * HashMap}.
 */
final class ImageIndex {

  private final @Nullable LoadedImage[] slots;

  ImageIndex(List<LoadedImage> modules) {
    slots = new LoadedImage[Integer.highestOneBit(Math.max(1, modules.size())) << 2];
    for (LoadedImage module : modules) {
      int slot = slot(module.image());
      if (slots[slot] == null) {
        slots[slot] = module;
      }
    }
  }

  /** Returns the first module with that image; an outside one if there is none. */
  LoadedImage of(Image image) {
    LoadedImage found = slots[slot(image)];
    return found == null ? LoadedImage.outside(image) : found;
  }

  private int slot(Image image) {
    int slot = System.identityHashCode(image) & (slots.length - 1);
    LoadedImage there = slots[slot];
    while (there != null && there.image() != image) {
      slot = (slot + 1) & (slots.length - 1);
      there = slots[slot];
    }
    return slot;
  }
}
