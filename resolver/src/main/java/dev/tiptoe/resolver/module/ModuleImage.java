// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.module;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.name.Names;
import java.util.Optional;

/** The metadata of a loaded module, or the reason why it is not available. */
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
   * @param identity how it is known that this is what was loaded
   */
  record Opened(Image image, Names names, Identity identity) implements ModuleImage {
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

  /** How it is known that this is what was loaded. */
  enum Identity {
    /** It has the module version ID of what was loaded: no other build has it. */
    MVID,
    /** It lies where the loaded one lay. The recording has no MVID, so it may be another build. */
    PATH_ALONE,
    /**
     * It has the name of the loaded one and lies in a folder that the caller named. The recording
     * has no MVID, so it may be another build.
     */
    NAME_ALONE,
    /** It is no file: the recording has a copy of what was in memory. */
    COPY,
    /** The caller opened it: see {@link dev.tiptoe.resolver.Session#of}. */
    GIVEN
  }
}
