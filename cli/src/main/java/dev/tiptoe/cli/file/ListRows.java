// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.symbols.text.LineFilter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Adds to each row of a list, in order, what it means. Stateless. */
final class ListRows {

  /**
   * What is added to a row.
   *
   * @param at where, counted in characters
   * @param text printable
   * @param malformed whether the row cannot be read
   */
  record Answer(int at, String text, boolean malformed) {}

  /** Answers a row, which has no line feed. */
  @FunctionalInterface
  interface Rows {
    /** Returns what is added. */
    Answer answer(String row);
  }

  private ListRows() {}

  static void symbolize(InputStream in, InputFormat.Context context, Rows rows) throws IOException {
    AtomicLong malformed = new AtomicLong();
    AtomicReference<String> first = new AtomicReference<>("");
    long tooLong =
        new LineFilter(
                    (bytes, ignored, from, to) -> {
                      StringBuilder out = new StringBuilder(2 * (to - from));
                      int at = from;
                      while (at < to) {
                        int end = at;
                        while (end < to && bytes[end] != '\n') {
                          end++;
                        }
                        int text = end > at && bytes[end - 1] == '\r' ? end - 1 : end;
                        // A byte is a character here, so that a row is written as it was read.
                        String row = new String(bytes, at, text - at, StandardCharsets.ISO_8859_1);
                        if (row.isBlank()) {
                          out.append(row);
                        } else {
                          Answer answer = rows.answer(row);
                          out.append(row, 0, answer.at());
                          out.append(bytesOf(answer.text()));
                          out.append(row, answer.at(), row.length());
                          if (answer.malformed() && malformed.getAndIncrement() == 0) {
                            first.set(row);
                          }
                        }
                        int next = Math.min(to, end + 1);
                        for (int i = text; i < next; i++) {
                          out.append((char) (bytes[i] & 0xff));
                        }
                        at = next;
                      }
                      byte[] all = out.toString().getBytes(StandardCharsets.ISO_8859_1);
                      return new LineFilter.Piece(all, 0, all.length);
                    })
                .copy(in, context.out())
            + context.longLines();
    if (tooLong > 0) {
      context.badInput().accept(context.tooLong(tooLong) + "; they have no columns added");
    }
    if (malformed.get() > 0) {
      context
          .badInput()
          .accept(
              malformed
                  + " rows are not module, token and offset; one is "
                  + utf8(Objects.requireNonNullElse(first.get(), "")));
    }
  }

  private static String bytesOf(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  static String utf8(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
