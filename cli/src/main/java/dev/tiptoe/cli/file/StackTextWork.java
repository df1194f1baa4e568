// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.Printable;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.symbols.text.FrameRewriter;
import dev.tiptoe.symbols.text.LineFilter;
import dev.tiptoe.symbols.text.StackTexts;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Resolves the stack traces in a text. Stateless. */
final class StackTextWork {

  /** The input decides how many reasons there are. */
  private static final int MOST_NOTES = 20;

  private StackTextWork() {}

  static void symbolize(InputStream in, InputFormat.Context context) throws IOException {
    FrameRewriter frames =
        new FrameRewriter(
            context.symbols(),
            context.options(),
            context.noise(),
            Printable::of,
            notes(context.terminal()));
    boolean hideNoise = context.noise() != FrameRewriter.Noise.NONE;
    long tooLong =
        new LineFilter(new StackTexts(frames, hideNoise)).copy(in, context.out())
            + context.longLines();
    if (tooLong > 0) {
      context.terminal().note(context.tooLong(tooLong));
    }
  }

  private static Consumer<String> notes(Terminal terminal) {
    Set<String> said = ConcurrentHashMap.newKeySet();
    return note -> {
      if (said.size() < MOST_NOTES && said.add(note)) {
        terminal.note(note);
      } else if (said.size() == MOST_NOTES && said.add("")) {
        terminal.note("further reasons for unresolved frames are not printed");
      }
    };
  }
}
