// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A loaded module with its metadata: one loading of a file. A file that is loaded into two load
 * contexts is two of them, which share the image and differ in the ModuleID.
 *
 * <p>Equal when ModuleID and image are the same. Immutable; keeps the image.
 */
public final class LoadedImage {

  private static final int NOWHERE = -1;

  private final ModuleID id;
  private final Image image;
  private final int place;

  /** The module at {@code place} of those that are loaded. */
  public LoadedImage(ModuleID id, Image image, int place) {
    this.id = id;
    this.image = image;
    this.place = place;
  }

  /** A module that refers to loaded ones and is none of them. */
  public static LoadedImage outside(Image image) {
    return new LoadedImage(new ModuleID(0), image, NOWHERE);
  }

  /**
   * Its ID; where modules are taken as loaded without a runtime, a number from 1; none for a module
   * that is not among those loaded.
   */
  public ModuleID id() {
    return id;
  }

  /** Its metadata. */
  public Image image() {
    return image;
  }

  /** Its own name; where that cannot be read, the file's. */
  public String name() {
    try {
      return image.moduleName();
    } catch (MetadataFormatException e) {
      return image.file();
    }
  }

  /** The assembly that it is the main module of; empty where that cannot be read, too. */
  public Optional<AssemblyIdentity> assembly() {
    try {
      return image.assembly();
    } catch (MetadataFormatException e) {
      return Optional.empty();
    }
  }

  /** Its place among those loaded; negative for none. */
  public int place() {
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

  /** The file's name. */
  @Override
  public String toString() {
    return image.file();
  }
}
