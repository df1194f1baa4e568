// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.gallery;

import dev.tiptoe.testdata.image.BuiltImage;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An odd image, or several that belong together.
 *
 * @param name what it is called, as a name of a folder
 * @param oddity what is odd about it
 * @param files by file name, the main one first
 */
public record Exhibit(String name, String oddity, Map<String, BuiltImage> files) {

  /** Copies the map. */
  public Exhibit {
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
  }

  /** One image, in a file of the exhibit's name. */
  static Exhibit of(String name, String oddity, ImageBuilder image) {
    return of(name, oddity, image.build());
  }

  /** One image, in a file of the exhibit's name. */
  static Exhibit of(String name, String oddity, BuiltImage image) {
    return new Exhibit(name, oddity, Map.of(name + ".dll", image));
  }

  /** The same with one more file. */
  Exhibit and(String fileName, ImageBuilder image) {
    Map<String, BuiltImage> more = new LinkedHashMap<>(files);
    more.put(fileName, image.build());
    return new Exhibit(name, oddity, more);
  }

  /** The first of its images. */
  public BuiltImage main() {
    return files.values().iterator().next();
  }

  /**
   * Writes its files into {@code folder}, which is made if need be.
   *
   * @throws IOException when a file cannot be written
   */
  public void writeTo(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, BuiltImage> file : files.entrySet()) {
      Files.write(folder.resolve(file.getKey()), file.getValue().bytes());
    }
  }

  /** The name. */
  @Override
  public String toString() {
    return name;
  }
}
