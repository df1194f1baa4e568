// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Passes on, line by line, the UTF-8 text that Java or picocli prints. Not thread-safe; the stream
 * that prints into it must synchronise.
 */
public final class LineStream extends OutputStream {

  private final Consumer<String> sink;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  public LineStream(Consumer<String> sink) {
    this.sink = sink;
  }

  @Override
  public void write(int octet) {
    if (octet == '\n') {
      end();
    } else {
      line.write(octet);
    }
  }

  /** A rest without a line feed is a line at the end. */
  @Override
  public void flush() {
    if (line.size() > 0) {
      end();
    }
  }

  private void end() {
    String text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    sink.accept(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
  }
}
