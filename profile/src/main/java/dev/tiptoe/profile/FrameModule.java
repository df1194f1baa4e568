// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import java.util.Optional;
import java.util.UUID;

/**
 * The module of a frame. Immutable.
 *
 * @param name the name of its file, such as {@code Shop.dll}; empty when it is not known
 * @param path the path of its file; empty when it is not known
 * @param mvid the module version ID; empty when it is not known
 */
public record FrameModule(String name, String path, Optional<UUID> mvid) {

  /** No module, or none that is known. */
  public static final FrameModule NONE = new FrameModule("", "", Optional.empty());

  /** Returns a module of which only the file's name is known. */
  public static FrameModule named(String name) {
    return name.isEmpty() ? NONE : new FrameModule(name, "", Optional.empty());
  }
}
