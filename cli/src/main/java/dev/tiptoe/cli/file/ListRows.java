// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.symbols.text.LineFilter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Resolves each row of a list and adds the results to it, in order. Several threads resolve rows;
 * one writes, and counts the lines meanwhile.
 */
final class ListRows {

  /**
   * What is added to a row.
   *
   * @param at where, counted in characters
   * @param text printable
   * @param problem why the row cannot be read; empty if it can
   */
  record Answer(int at, String text, String problem) {}

  /** Answers a row, which has no line feed. */
  @FunctionalInterface
  interface Rows {
    /** Returns what is added. */
    Answer answer(String row);
  }

  /**
   * The rows of a piece that cannot be read.
   *
   * @param count the number of such rows
   * @param line the number of lines before the first of them, in the piece
   * @param problem what is wrong with that one
   */
  private record Malformed(long count, long line, String problem) {}

  private final Rows rows;
  private final CountedLines out;

  /** By the bytes of the piece, which are written in the order of the lines. */
  private final Map<byte[], Malformed> malformed =
      Collections.synchronizedMap(new IdentityHashMap<>());

  private long malformedRows;
  private long firstLine;
  private String firstProblem = "";

  private ListRows(Rows rows, CountedLines out) {
    this.rows = rows;
    this.out = out;
  }

  /**
   * Answers all rows of an input.
   *
   * @param out receives the rows; knows how many lines were before them
   */
  static void symbolize(InputStream in, InputFormat.Context context, CountedLines out, Rows rows)
      throws IOException {
    new ListRows(rows, out).symbolize(in, context);
  }

  private void symbolize(InputStream in, InputFormat.Context context) throws IOException {
    long tooLong =
        new LineFilter((bytes, ignored, from, to) -> rewritten(bytes, from, to))
                .copy(in, new Written())
            + context.longLines();
    if (tooLong > 0) {
      context.badInput().accept(context.tooLong(tooLong) + "; they have no columns added");
    }
    if (malformedRows > 0) {
      long others = malformedRows - 1;
      context
          .badInput()
          .accept(
              context.input()
                  + ": line "
                  + firstLine
                  + ": "
                  + firstProblem
                  + (others == 0
                      ? ""
                      : others == 1
                          ? "; another row cannot be read either"
                          : "; " + others + " other rows cannot be read either"));
    }
  }

  private LineFilter.Piece rewritten(byte[] bytes, int from, int to) {
    StringBuilder text = new StringBuilder(2 * (to - from));
    long bad = 0;
    long line = 0;
    @Nullable Malformed first = null;
    int at = from;
    while (at < to) {
      int end = at;
      while (end < to && bytes[end] != '\n') {
        end++;
      }
      int rowEnd = end > at && bytes[end - 1] == '\r' ? end - 1 : end;
      // A byte is a character here, so that a row is written as it was read.
      String row = new String(bytes, at, rowEnd - at, StandardCharsets.ISO_8859_1);
      if (row.isBlank()) {
        text.append(row);
      } else {
        Answer answer = rows.answer(row);
        text.append(row, 0, answer.at());
        text.append(bytesOf(answer.text()));
        text.append(row, answer.at(), row.length());
        if (!answer.problem().isEmpty()) {
          bad++;
          first = first == null ? new Malformed(1, line, answer.problem()) : first;
        }
      }
      int next = Math.min(to, end + 1);
      for (int i = rowEnd; i < next; i++) {
        text.append((char) (bytes[i] & 0xff));
      }
      at = next;
      line++;
    }
    byte[] all = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    if (first != null) {
      malformed.put(all, new Malformed(bad, first.line(), first.problem()));
    }
    return new LineFilter.Piece(all, 0, all.length);
  }

  /** Takes the answers in the order of the rows. */
  private final class Written implements LineFilter.Output {

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      Malformed here = malformed.remove(bytes);
      if (here != null) {
        if (malformedRows == 0) {
          firstLine = out.lines() + here.line() + 1;
          firstProblem = here.problem();
        }
        malformedRows += here.count();
      }
      out.write(bytes, from, length);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }
  }

  private static String bytesOf(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  static String utf8(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
