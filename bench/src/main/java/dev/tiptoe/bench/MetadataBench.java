// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The program on our side of {@code prove bench metadata}. {@code MetadataBench DIR} does the works
 * named by the lines of standard input, over the managed DLLs in a folder, and answers each with a
 * line.
 *
 * <p>After {@code whole}, every character counts in the checksum; without it, only a little of each
 * text does. {@code footprint} returns the heap.
 */
public final class MetadataBench {

  static final String FOOTPRINT = "footprint";

  private MetadataBench() {}

  /** Answers the lines of standard input. */
  public static void main(String[] arguments) throws IOException {
    MetadataWorks works = new MetadataWorks(Path.of(arguments[0]));
    Stage.answer(line -> answer(works, line));
  }

  private static String answer(MetadataWorks works, String line) {
    return line.equals(FOOTPRINT)
        ? HeapFootprint.of(works).toString()
        : Stage.timed(line, works::prepare);
  }

  /** Returns a method to name, from the middle of the largest file in a folder: file and token. */
  public static List<String> method(Path folder) throws IOException {
    return new MetadataWorks(folder).method();
  }
}
