// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.symbols.text.LineFilter;
import java.io.IOException;

/** Counts the ends of lines that are written to an output. For one thread. */
final class CountedLines implements LineFilter.Output {

  private final LineFilter.Output out;
  private long lines;

  /**
   * Creates a counter.
   *
   * @param lines the number of lines that were written before
   */
  CountedLines(LineFilter.Output out, long lines) {
    this.out = out;
    this.lines = lines;
  }

  long lines() {
    return lines;
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    for (int at = from; at < from + length; at++) {
      lines += bytes[at] == '\n' ? 1 : 0;
    }
    out.write(bytes, from, length);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
