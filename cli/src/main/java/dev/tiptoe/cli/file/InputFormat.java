// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.nativecode.NativeSymbols;
import dev.tiptoe.symbols.text.FrameRewriter;
import dev.tiptoe.symbols.text.LineFilter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A format that {@code symbolize} reads and writes.
 *
 * @param name what {@code --from} says for it
 * @param isText whether a byte order mark may stand before it
 * @param recognised tells it by the first bytes of the input
 * @param work reads all of the input and writes it resolved
 */
record InputFormat(String name, boolean isText, Predicate<byte[]> recognised, Work work) {

  /** The first bytes of an input, at most. */
  static final int HEAD = 4 << 10;

  /** All formats; the last one is that of every other input. */
  static final List<InputFormat> ALL =
      List.of(
          new InputFormat("tsv", true, TsvRows::areIn, TsvRows::symbolize),
          new InputFormat("jsonl", true, JsonRows::areIn, JsonRows::symbolize),
          new InputFormat("nettrace", false, NettraceWork::isIn, NettraceWork::symbolize),
          new InputFormat("otlp", false, ProfileWork::isOtlp, ProfileWork::symbolizeOtlp),
          new InputFormat("pprof", false, ProfileWork::isPprof, ProfileWork::symbolizePprof),
          new InputFormat("text", true, head -> true, StackTextWork::symbolize));

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
   * @param nativeSymbols those of native libraries
   * @param options how frames are written
   * @param noise the frames that are left out
   * @param badInput receives one text for each problem that makes the input bad
   */
  record Context(
      String input,
      Terminal terminal,
      Symbols symbols,
      NativeSymbols nativeSymbols,
      FrameRewriter.Options options,
      FrameRewriter.Noise noise,
      Consumer<String> badInput) {

    /** Returns a note about lines that are longer than what is looked into. */
    String tooLong(long lines) {
      return input
          + ": lines of more than "
          + LineFilter.MOST_LINE / 1024
          + " KiB passed as they are: "
          + lines;
    }
  }

  /**
   * Returns the format of an input.
   *
   * @param head the first bytes of the input, behind a byte order mark
   * @param isMarked whether there was one
   */
  static InputFormat of(byte[] head, boolean isMarked) {
    return ALL.stream()
        .filter(each -> each.isText() || !isMarked)
        .filter(each -> each.recognised().test(head))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns what has arrived of an input, at least one line of it or all that is looked at. The
   * input still has it.
   */
  static byte[] head(InputStream in) throws IOException {
    in.mark(HEAD);
    byte[] head = new byte[HEAD];
    int length = 0;
    for (int read = 0; read >= 0 && length < HEAD && !hasLine(head, length); ) {
      read = in.read(head, length, HEAD - length);
      length += Math.max(0, read);
    }
    in.reset();
    return Arrays.copyOf(head, length);
  }

  private static boolean hasLine(byte[] head, int length) {
    return new String(head, 0, length, StandardCharsets.ISO_8859_1).contains("\n");
  }
}
