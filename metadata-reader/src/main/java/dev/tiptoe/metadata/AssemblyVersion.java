// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata;

import org.jspecify.annotations.Nullable;

/**
 * The four numbers of an assembly's version, each 0 to 65535.
 *
 * @param major the first
 * @param minor the second
 * @param build the third
 * @param revision the fourth
 */
public record AssemblyVersion(int major, int minor, int build, int revision)
    implements Comparable<AssemblyVersion> {

  private long packed() {
    return (long) major << 48 | (long) minor << 32 | (long) build << 16 | revision;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AssemblyVersion version && packed() == version.packed();
  }

  /** Both are written out, because what Java generates takes 5 ms of a command's start. */
  @Override
  public int hashCode() {
    return Long.hashCode(packed());
  }

  @Override
  public int compareTo(AssemblyVersion other) {
    return Long.compareUnsigned(packed(), other.packed());
  }

  /** Returns the version in the form {@code 9.0.0.0}. */
  @Override
  public String toString() {
    return major + "." + minor + "." + build + "." + revision;
  }
}
