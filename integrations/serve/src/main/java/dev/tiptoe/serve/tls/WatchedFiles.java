// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Small files that belong together and are used together when one of them has changed. Contents are
 * compared, not times: files that come with a deployment often keep theirs. Not thread-safe.
 */
final class WatchedFiles {

  private static final int LARGEST = 1 << 20;

  private final List<Path> files;
  private final Use use;
  private List<String> used = List.of();

  /** Uses the contents of all files. */
  @FunctionalInterface
  interface Use {
    void accept(List<String> contents) throws IOException, GeneralSecurityException;
  }

  WatchedFiles(List<Path> files, Use use) {
    this.files = List.copyOf(files);
    this.use = use;
  }

  /**
   * Uses the files if they have changed; returns whether they have.
   *
   * @throws IOException when they cannot be read or used; the next call tries again
   */
  boolean look() throws IOException {
    List<String> contents = new ArrayList<>();
    for (Path file : files) {
      contents.add(content(file));
    }
    if (contents.equals(used)) {
      return false;
    }
    try {
      use.accept(contents);
    } catch (GeneralSecurityException | IOException | RuntimeException e) {
      throw new IOException(this + ": " + e.getMessage(), e);
    }
    used = contents;
    return true;
  }

  /** PEM is ASCII; of other bytes each is a character. */
  private static String content(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LARGEST + 1);
      if (bytes.length > LARGEST) {
        throw new IOException(file + ": larger than " + LARGEST + " bytes");
      }
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }

  /** Returns their names, for messages. */
  @Override
  public String toString() {
    return files.stream().map(Path::toString).collect(Collectors.joining(" and "));
  }
}
