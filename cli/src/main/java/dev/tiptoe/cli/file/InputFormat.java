// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.text.FrameRewriter;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A format that {@code symbolize} reads and writes.
 *
 * @param name what {@code --from} says for it
 * @param recognised tells it by the first bytes of the input
 * @param work reads all of the input and writes it resolved
 */
record InputFormat(String name, Predicate<byte[]> recognised, Work work) {

  /** The first bytes of an input, at most. */
  static final int HEAD = 4 << 10;

  /** All formats; the last one is that of every other input. */
  static final List<InputFormat> ALL =
      List.of(
          new InputFormat("tsv", TsvRows::areIn, TsvRows::symbolize),
          new InputFormat("jsonl", JsonRows::areIn, JsonRows::symbolize),
          new InputFormat("nettrace", NettraceWork::isIn, NettraceWork::symbolize),
          new InputFormat("otlp", ProfileWork::isOtlp, ProfileWork::symbolizeOtlp),
          new InputFormat("pprof", ProfileWork::isPprof, ProfileWork::symbolizePprof),
          new InputFormat("text", head -> true, StackTextWork::symbolize));

  /** Resolves one input. */
  @FunctionalInterface
  interface Work {
    /** Reads the input to its end, and writes the result. */
    void run(InputStream in, Context context) throws IOException;
  }

  /**
   * What the work is done with.
   *
   * @param input the name of the input, for problems with it
   * @param terminal receives the result
   * @param symbols the symbols
   * @param options how frames are written
   * @param noise the frames that are left out
   * @param badInput receives one text for each problem that makes the input bad
   */
  record Context(
      String input,
      Terminal terminal,
      Symbols symbols,
      FrameRewriter.Options options,
      FrameRewriter.Noise noise,
      Consumer<String> badInput) {}

  /** Returns the format of an input that begins with some bytes. */
  static InputFormat of(byte[] head) {
    return ALL.stream().filter(each -> each.recognised().test(head)).findFirst().orElseThrow();
  }
}
