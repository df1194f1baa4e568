// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Our side of {@code prove bench metadata}, a program: {@code MetadataBench DIR} does the works
 * that the lines of standard input name, over the managed DLLs in a folder, and answers each with a
 * line.
 *
 * <p>Behind {@code whole}, every character counts in the checksum; without it, little of each text
 * does. {@code footprint} asks for the heap, {@code method} for a method to name.
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
