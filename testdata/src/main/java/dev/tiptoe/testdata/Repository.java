// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata;

import java.nio.file.Files;
import java.nio.file.Path;

/** The repository's working tree. */
public final class Repository {

  private Repository() {}

  /**
   * A path below the repository's root.
   *
   * @throws IllegalStateException if the system property {@code tiptoe.home} is not set, or there
   *     is no such file; the message then ends with {@code remedy}
   */
  public static Path existing(String path, String remedy) {
    String home = System.getProperty("tiptoe.home");
    if (home == null) {
      throw new IllegalStateException(
          "the system property tiptoe.home must name the repository's root");
    }
    Path found = Path.of(home).toAbsolutePath().normalize().resolve(path);
    if (!Files.exists(found)) {
      throw new IllegalStateException(found + " is missing: " + remedy);
    }
    return found;
  }
}
