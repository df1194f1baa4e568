// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.given;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The images of the real runtime, opened once. Immutable. */
public final class Corpus {

  private static final Map<String, Image> IMAGES = new TreeMap<>();

  static {
    for (Path file : TestRuntime.managedDlls()) {
      Image image = open(file);
      image.assembly().ifPresent(assembly -> IMAGES.put(assembly.name(), image));
    }
  }

  private Corpus() {}

  private static Image open(Path file) {
    try {
      return Image.open(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All of them. */
  public static List<Image> images() {
    return List.copyOf(IMAGES.values());
  }

  /** By the simple name of the assembly. */
  public static Map<String, Image> byName() {
    return IMAGES;
  }
}
