// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.gallery;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** All odd images. Stateless; they are made anew each time. */
public final class Gallery {

  private Gallery() {}

  /** All of them; no two have the same name. */
  public static List<Exhibit> all() {
    return Stream.of(
            OddAssemblies.all(),
            OddTables.all(),
            OddRows.all(),
            OddStreams.all(),
            OddNames.all(),
            OddSignatures.all(),
            OddAttributes.all(),
            OddBodies.all())
        .flatMap(List::stream)
        .toList();
  }

  /** The one called {@code name}. */
  public static Exhibit named(String name) {
    return all().stream()
        .filter(exhibit -> exhibit.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no exhibit is called " + name));
  }

  /**
   * Writes all of them, each into a folder of its name in {@code folder}.
   *
   * @throws IOException when a file cannot be written
   */
  public static void writeTo(Path folder) throws IOException {
    for (Exhibit exhibit : all()) {
      exhibit.writeTo(folder.resolve(exhibit.name()));
    }
  }
}
