// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.name.Names;
import java.util.Optional;

/** The metadata of a loaded module, or the reason why it is not available. */
public sealed interface ModuleImage {

  /** Returns the image, where there is one. */
  default Optional<Opened> opened() {
    return Optional.empty();
  }

  /**
   * The metadata is available.
   *
   * @param image the metadata
   * @param names the names of its rows
   * @param identity how it is known to be that of the loaded module
   */
  record Opened(Image image, Names names, Identity identity) implements ModuleImage {
    @Override
    public Optional<Opened> opened() {
      return Optional.of(this);
    }
  }

  /**
   * The metadata is not available.
   *
   * @param reason the kind of reason
   * @param detail the reason in words, with the paths that were tried
   */
  record Unavailable(Reason reason, String detail) implements ModuleImage {}

  /** The reasons why the metadata of a module is not available. */
  enum Reason {
    /** The ModuleID means no loaded module. */
    NOT_LOADED,
    /** There is no file, or none that may be opened, and no copy. */
    NO_FILE,
    /** There is a file of that name, or a copy, which is of another build. */
    OTHER_BUILD,
    /** The file cannot be read, or is no module. */
    DAMAGED
  }

  /** The ways in which metadata is known to be that of the loaded module. */
  enum Identity {
    /** It has the module version ID of the loaded module, which no other build has. */
    MVID,
    /** It names the PDB of the loaded module, which no other build does. */
    PDB,
    /**
     * It has the path of the loaded module. The recording has neither its MVID nor its PDB, so it
     * may be another build.
     */
    PATH_ALONE,
    /**
     * It has the name of the loaded module and is in a folder that the caller gave. The recording
     * has neither its MVID nor its PDB, so it may be another build.
     */
    NAME_ALONE,
    /** It is not from a file: the recording has a copy of what was in memory. */
    COPY,
    /** The caller supplied it: see {@link dev.tiptoe.resolver.Session#of}. */
    GIVEN
  }
}
