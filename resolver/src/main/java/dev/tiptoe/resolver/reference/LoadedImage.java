// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A loaded module with its metadata. A file that is loaded into two load contexts gives two of
 * these, which share the image and differ in the ModuleID.
 *
 * <p>Two are equal when ModuleID and image are the same. Immutable; keeps the image.
 */
public final class LoadedImage {

  private static final int NOWHERE = -1;

  private final ModuleID id;
  private final Image image;
  private final int place;

  /** Creates the module at {@code place} among the loaded ones. */
  LoadedImage(ModuleID id, Image image, int place) {
    this.id = id;
    this.image = image;
    this.place = place;
  }

  /** Returns a module that refers to loaded ones but is not loaded itself. */
  static LoadedImage outside(Image image) {
    return new LoadedImage(new ModuleID(0), image, NOWHERE);
  }

  /**
   * Returns its ID; a number from 1 for modules of a folder; none for a module that is not loaded.
   */
  public ModuleID id() {
    return id;
  }

  /** Returns its metadata. */
  public Image image() {
    return image;
  }

  /** Returns its own name; the file's when that cannot be read. */
  String name() {
    try {
      return image.moduleName();
    } catch (MetadataFormatException e) {
      return image.file();
    }
  }

  /** Returns the assembly whose main module it is; empty when that cannot be read either. */
  Optional<AssemblyIdentity> assembly() {
    try {
      return image.assembly();
    } catch (MetadataFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns its place among the loaded modules; negative for none. */
  int place() {
    return place;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LoadedImage loaded && image == loaded.image && id.equals(loaded.id);
  }

  @Override
  public int hashCode() {
    return 31 * System.identityHashCode(image) + id.hashCode();
  }

  /** Returns the file's name. */
  @Override
  public String toString() {
    return image.file();
  }
}
