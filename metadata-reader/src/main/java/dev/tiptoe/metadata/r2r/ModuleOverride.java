// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.Image;
import java.util.Optional;
import java.util.UUID;

/** The module whose tokens a ReadyToRun signature uses. Immutable. */
public sealed interface ModuleOverride {

  /** The compiled module itself. */
  record Own(Image image) implements ModuleOverride {}

  /** The manifest: references that the compiler needed beyond those of its input. */
  record Manifest(Image image) implements ModuleOverride {}

  /**
   * Another assembly.
   *
   * @param reference the reference; a row of the compiled module or of the manifest
   * @param mvid the MVID of the version that was compiled against, if it is known
   * @param embedded its metadata, if the image contains it
   */
  record Assembly(AssemblyRef reference, Optional<UUID> mvid, Optional<Image> embedded)
      implements ModuleOverride {}

  /** No known module; a composite image has no module of its own. */
  record None() implements ModuleOverride {}
}
