// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The program on our side of {@code prove bench metadata}. {@code MetadataBench DIR} does the works
 * named by the lines of standard input, over the managed DLLs in a folder, and answers each with a
 * line.
 *
 * <p>After {@code whole}, every character counts in the checksum; without it, only a little of each
 * text does. {@code footprint} returns the heap, {@code method} a method to name.
 */
public final class MetadataBench {

  static final String FOOTPRINT = "footprint";
  static final String METHOD = "method";

  private MetadataBench() {}

  /** Answers the lines of standard input. */
  public static void main(String[] arguments) throws IOException {
    MetadataWorks works = new MetadataWorks(Path.of(arguments[0]));
    Stage.answer(line -> answer(works, line));
  }

  private static String answer(MetadataWorks works, String line) {
    return switch (line) {
      case FOOTPRINT -> HeapFootprint.of(works).toString();
      case METHOD -> works.method();
      default -> Stage.timed(line, works::prepare);
    };
  }
}
