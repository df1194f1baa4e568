// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.Work;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of all benches. */
final class BenchOptions {

  @Option(
      names = "--rounds",
      description = "How often each work is measured. Default: ${DEFAULT-VALUE}.",
      converter = RoundsConverter.class)
  private int rounds;

  @Option(
      names = "--warm-up",
      description = "How often each work is done before that. Default: ${DEFAULT-VALUE}.",
      converter = WarmUpConverter.class)
  private int warmUp;

  @Option(names = "--tsv", description = "Tab-separated values, for scripts.")
  private boolean tsv;

  /** Creates the options with the defaults of a bench. */
  BenchOptions(int rounds, int warmUp) {
    this.rounds = rounds;
    this.warmUp = warmUp;
  }

  int rounds() {
    return rounds;
  }

  int warmUp() {
    return warmUp;
  }

  boolean tsv() {
    return tsv;
  }

  /** Reads how often something is done, at least once. */
  static final class RoundsConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return count(text, "[1-9][0-9]{0,5}");
    }
  }

  /** Reads how often something is done, which may be 0. */
  static final class WarmUpConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return count(text, "[0-9]{1,6}");
    }
  }

  private static int count(String text, String allowed) {
    if (!text.matches(allowed)) {
      throw new TypeConversionException("'" + text + "' is not a number of rounds");
    }
    return Integer.parseInt(text);
  }

  /** Reads a work of a bench by its name. */
  abstract static class WorkConverter<W extends Work> implements ITypeConverter<W> {

    private final List<W> works;

    WorkConverter(List<W> works) {
      this.works = works;
    }

    @Override
    public W convert(String word) {
      return works.stream()
          .filter(work -> work.word().equals(word))
          .findFirst()
          .orElseThrow(() -> new TypeConversionException("there is no work called " + word));
    }
  }
}
