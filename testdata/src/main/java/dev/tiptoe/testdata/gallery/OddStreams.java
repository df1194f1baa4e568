// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.gallery;

import dev.tiptoe.testdata.image.BuiltImage;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.util.List;

/** Streams twice, unknown, oddly named or missing. */
final class OddStreams {

  private static final byte[] JUNK = new byte[64];

  private OddStreams() {}

  static List<Exhibit> all() {
    return List.of(
        Exhibit.of(
            "duplicate-tables",
            "an older #~ stream before the one that counts",
            module("Second").streamBefore("#~", module("First").tables())),
        Exhibit.of(
            "duplicate-strings",
            "a #Strings stream before and one behind: the last counts",
            module("Middle")
                .streamBefore("#Strings", JUNK)
                .streamAfter("#Strings", module("Ending").strings())),
        Exhibit.of(
            "unknown-streams",
            "streams of unknown names",
            module("Known")
                .streamBefore("#Confuse", JUNK)
                .streamAfter("#", JUNK)
                .streamAfter("", JUNK)),
        Exhibit.of(
            "misspelt-streams",
            "names that differ in case from those that count",
            module("Spelt").streamBefore("#STRINGS", JUNK).streamBefore("#blob", JUNK)),
        Exhibit.of(
            "empty-streams",
            "streams of no bytes",
            module("Empty").streamBefore("#Empty").streamAfter("#None")),
        Exhibit.of("trailing-bytes", "bytes behind the end of the file", trailing()));
  }

  private static ImageBuilder module(String name) {
    ImageBuilder builder = ImageBuilder.assembly(name, "1.0.0.0");
    builder.typeDef("N", name);
    return builder;
  }

  private static BuiltImage trailing() {
    BuiltImage image = module("Trailing").build();
    return image.truncated(image.length() + 1_000);
  }
}
