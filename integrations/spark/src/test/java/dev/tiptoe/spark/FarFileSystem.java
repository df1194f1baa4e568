// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import java.net.URI;

/** Files of this machine under a name of their own, {@code far:}, as if they were elsewhere. */
public final class FarFileSystem extends PlainFileSystem.Raw {

  static final String SCHEME = "far";

  /** Creates it, as Hadoop does. */
  public FarFileSystem() {}

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  /** Returns the name of a file here. */
  static String name(java.nio.file.Path file) {
    return SCHEME + "://" + file;
  }
}
