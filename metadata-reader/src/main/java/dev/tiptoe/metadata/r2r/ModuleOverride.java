// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.Image;
import java.util.Optional;
import java.util.UUID;

/** The module whose tokens a ReadyToRun signature uses. Immutable. */
public sealed interface ModuleOverride {

  /** The module that is compiled. */
  record Own(Image image) implements ModuleOverride {}

  /** The manifest: references that the compiler needed beyond those of its input. */
  record Manifest(Image image) implements ModuleOverride {}

  /**
   * Another assembly.
   *
   * @param reference which; a row of the module that is compiled or of the manifest
   * @param mvid the version that was compiled against, where it is told
   * @param embedded its metadata, where the image carries it
   */
  record Assembly(AssemblyRef reference, Optional<UUID> mvid, Optional<Image> embedded)
      implements ModuleOverride {}

  /** None that is told; a composite image has no module of its own. */
  record None() implements ModuleOverride {}
}
