// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.option.Candidates;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.nativesymbols.NativeSymbols;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.text.FrameRewriter;
import dev.tiptoe.symbols.text.LineFilter;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A format that {@code symbolize} reads and writes.
 *
 * @param name what {@code --from} says for it
 * @param isText whether it is read in lines
 * @param recognised whether the beginning of the input is of this format
 * @param work reads all of the input and writes it resolved
 */
record InputFormat(String name, boolean isText, Predicate<InputHead> recognised, Work work) {

  /** The formats that are read in lines; the last one is that of every other input. */
  private static final List<InputFormat> TEXTS =
      List.of(
          new InputFormat("tsv", true, TsvRows::areIn, TsvRows::symbolize),
          new InputFormat("jsonl", true, JsonRows::areIn, JsonRows::symbolize),
          new InputFormat("text", true, head -> true, StackTextWork::symbolize));

  /** All formats. */
  static final List<InputFormat> ALL =
      Stream.of(
              Stream.of(profile(ProfileFormat.NETTRACE, NettraceWork::symbolize)),
              ProfileFormat.symbolized().stream()
                  .map(format -> profile(format, new ProfileWork(format)::symbolize)),
              TEXTS.stream())
          .flatMap(formats -> formats)
          .toList();

  /** What {@code --from} can be. */
  static final class Words extends Candidates {
    Words() {
      super(words());
    }
  }

  private static InputFormat profile(ProfileFormat format, Work work) {
    return new InputFormat(format.word(), false, head -> isIn(head, format), work);
  }

  /** A profile has bytes that are in no text, whatever a text may look like. */
  private static boolean isIn(InputHead head, ProfileFormat format) {
    return head.isBinary() && ProfileFormat.of(head.bytes()).equals(Optional.of(format));
  }

  /** Returns the names of all formats. */
  static List<String> words() {
    return ALL.stream().map(InputFormat::name).toList();
  }

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
   * @param out receives the result where it is in lines
   * @param longLines the number of lines that were passed on before the work, because they are
   *     longer than what is looked into
   * @param linesBefore the number of all lines that were passed on before the work
   */
  record Context(
      String input,
      Terminal terminal,
      Symbols symbols,
      NativeSymbols nativeSymbols,
      FrameRewriter.Options options,
      FrameRewriter.Noise noise,
      Consumer<String> badInput,
      LineFilter.Output out,
      long longLines,
      long linesBefore) {

    /** Returns the same for another output. */
    Context to(LineFilter.Output other) {
      return with(other, longLines, linesBefore);
    }

    private Context after(long moreLongLines, long lines) {
      return with(out, longLines + moreLongLines, linesBefore + lines);
    }

    private Context with(LineFilter.Output newOut, long newLongLines, long newLinesBefore) {
      return new Context(
          input,
          terminal,
          symbols,
          nativeSymbols,
          options,
          noise,
          badInput,
          newOut,
          newLongLines,
          newLinesBefore);
    }

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
   * Does the work of the format that an input has.
   *
   * @param mayBeBinary whether it may be another format than one that is read in lines
   */
  static void symbolize(InputStream in, boolean mayBeBinary, Context context) throws IOException {
    if (mayBeBinary) {
      InputHead head = InputHead.read(in);
      Optional<InputFormat> binary = first(head, format -> !format.isText());
      if (binary.isPresent()) {
        binary.get().work().run(in, context);
        return;
      }
      UnreadInput.reason(head)
          .ifPresent(reason -> context.badInput().accept(context.input() + ": " + reason));
    }
    // A line that is too long stays as it is in every format, so a later line may decide the
    // format.
    CountedLines out = new CountedLines(context.out(), 0);
    InputHead head = InputHead.behindBlankLines(in, out);
    long longLines = 0;
    while (head.isLineTooLong()) {
      TsvRows.requireNoHeader(head, context);
      passLine(in, out);
      longLines++;
      head = InputHead.behindBlankLines(in, out);
    }
    InputFormat format = first(head, InputFormat::isText).orElseThrow();
    format.work().run(in, context.after(longLines, out.lines()));
  }

  private static Optional<InputFormat> first(InputHead head, Predicate<InputFormat> among) {
    return ALL.stream().filter(among).filter(each -> each.recognised().test(head)).findFirst();
  }

  /** Passes on a line with its end. */
  private static void passLine(InputStream in, LineFilter.Output out) throws IOException {
    byte[] some = new byte[1 << 13];
    boolean isIn = true;
    while (isIn) {
      in.mark(some.length);
      int read = in.read(some);
      int end = 0;
      while (end < read && isIn) {
        isIn = some[end++] != '\n';
      }
      if (read < 0) {
        return;
      }
      in.reset();
      in.skipNBytes(end);
      out.write(some, 0, end);
    }
  }
}
