// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols;

import java.util.Locale;

/**
 * A library or program in a process. Immutable.
 *
 * @param path its path as the process had it, such as {@code /lib/libc.so.6}; or a name such as
 *     {@code [vdso]}
 * @param buildId its build ID in hex; empty when it has none or none is known
 */
public record NativeImage(String path, String buildId) {

  /** Takes the digits in lower case. */
  public NativeImage {
    buildId = buildId.toLowerCase(Locale.ROOT);
  }

  /** Returns the name of its file; where there is only a build ID, that. */
  public String fileName() {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.isEmpty() ? buildId : name;
  }
}
