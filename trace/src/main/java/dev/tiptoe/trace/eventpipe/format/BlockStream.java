// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.io.IOException;
import java.util.Optional;

/**
 * The blocks of a {@code .nettrace} file, one after the other: the part of the format that frames
 * them, which differs between versions.
 */
interface BlockStream {

  /** Returns the header of the file. */
  EventPipeHeader header();

  /**
   * Returns the next block; empty at the end, be it the writer's or that of a file that was cut
   * off.
   *
   * @throws EventPipeFormatException when the bytes are not of the format
   */
  Optional<EventPipeBlock> next() throws IOException;

  /** Returns whether the writer ended the file. */
  boolean isComplete();

  /** Returns the number of bytes behind the last whole block. */
  long tailBytes();
}
