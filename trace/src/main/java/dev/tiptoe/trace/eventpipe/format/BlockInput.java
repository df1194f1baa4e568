// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of a {@code .nettrace} stream, taken one after the other. Mutable, not thread-safe. */
final class BlockInput {

  private final InputStream in;
  private final String file;
  private long position;

  BlockInput(InputStream in, String file) {
    this.in = in;
    this.file = file;
  }

  /** Returns the number of bytes taken so far. */
  long position() {
    return position;
  }

  /**
   * Takes so many bytes; never uses more memory than there are bytes in the file.
   *
   * @throws EOFException when there are fewer, after taking those
   */
  EventBytes take(int length) throws IOException {
    long begin = position;
    byte[] bytes = in.readNBytes(length);
    position += bytes.length;
    if (bytes.length < length) {
      throw new EOFException();
    }
    return new EventBytes(file, begin, bytes);
  }

  /** Returns an exception for the present position. */
  EventPipeFormatException damaged(String reason) {
    return damaged(position, reason);
  }

  /** Returns an exception for a position. */
  EventPipeFormatException damaged(long at, String reason) {
    return new EventPipeFormatException(file, at, reason);
  }
}
