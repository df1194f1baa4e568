// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The location of a module or PDB. Immutable.
 *
 * @param file a file
 * @param member its path in that file, which then is a package or a single-file bundle; empty for
 *     the file itself
 */
public record Location(Path file, String member) {

  /** Returns the location of a file itself. */
  static Location of(Path file) {
    return new Location(file, "");
  }

  /** Returns whether this is a file of its own. */
  boolean isFile() {
    return member.isEmpty();
  }

  /** Returns the file's name, or the last name of the member's path. */
  public String fileName() {
    return FileNames.base(isFile() ? file.toString() : member);
  }

  // Not the generated ones, which Java links when they are first called: that takes milliseconds,
  // and a command that names one frame is done in a few dozen of them.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Location location
        && file.equals(location.file)
        && member.equals(location.member);
  }

  @Override
  public int hashCode() {
    return 31 * file.hashCode() + member.hashCode();
  }

  /** Returns the path, or {@code FILE!MEMBER}. */
  @Override
  public String toString() {
    return isFile() ? file.toString() : file + "!" + member;
  }
}
