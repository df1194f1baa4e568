// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.Tsv;
import dev.tiptoe.metadata.image.Image;
import java.util.HashMap;
import java.util.Map;

/**
 * The names that results show for the files of images. Several threads may read while none adds a
 * name.
 */
final class ShownFiles {

  /** A name as it is, and as the field of a row with the tab behind it. */
  private static final class Shown {

    private final String name;
    private final byte[] field;

    Shown(String name) {
      this.name = name;
      this.field = Tsv.bytes(name);
    }
  }

  private final Map<Image, Shown> shown = new HashMap<>();

  void put(Image image, String name) {
    shown.put(image, new Shown(name));
  }

  /** Returns the name of an image's file. */
  String of(Image image) {
    return shownOf(image).name;
  }

  /** Returns the name in UTF-8 as the field of a row, with the tab behind it. */
  byte[] fieldOf(Image image) {
    return shownOf(image).field;
  }

  private Shown shownOf(Image image) {
    Shown known = shown.get(image);
    return known == null ? new Shown(image.file()) : known;
  }
}
