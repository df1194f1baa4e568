// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.resolver;

import dev.tiptoe.bench.Stage;
import java.io.IOException;
import java.nio.file.Path;

/**
 * One side of {@code prove bench resolver}, a program. {@code ResolverBench SIDE IDS FOLDER} does
 * the works named by the lines of standard input and answers each with a line.
 */
public final class ResolverBench {

  private static final String BYTES = "bytes";
  private static final String SLOWEST = "p99.9";

  private ResolverBench() {}

  /** Answers the lines of standard input. */
  public static void main(String[] arguments) throws IOException {
    Population population = new Population(Integer.parseInt(arguments[1]));
    Side side = side(arguments[0], population, Path.of(arguments[2]));
    Stage.answer(line -> answer(side, line));
  }

  private static String answer(Side side, String line) {
    if (line.endsWith(BYTES)) {
      return Stage.measured(side.bytesPerID());
    }
    return line.endsWith(SLOWEST) ? Stage.measured(side.slowest()) : Stage.timed(line, side::work);
  }

  private static Side side(String name, Population population, Path folder) {
    return switch (name) {
      case "tiptoe" -> new TiptoeSide(population, folder, 0);
      case "tiptoe-fed" -> new TiptoeSide(population, folder, 100_000);
      case "tiptoe-flooded" -> new TiptoeSide(population, folder, Writing.FULL_SPEED);
      case "tiptoe-one" -> TiptoeSide.onOneProcessor(population, folder);
      case "jdk" -> new MapSide(population, folder, JdkMaps::new);
      case "agrona" -> new MapSide(population, folder, AgronaMaps::new);
      default -> throw new IllegalArgumentException("there is no side called " + name);
    };
  }
}
