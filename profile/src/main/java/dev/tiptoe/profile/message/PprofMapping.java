// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import dev.tiptoe.profile.wire.WireReader;

/**
 * A Mapping message of pprof.
 *
 * @param id its ID
 * @param start where it begins in memory; 0 when it has no place there
 * @param fileName the index of the name of its file
 * @param buildId the index of its build ID
 */
public record PprofMapping(long id, long start, long fileName, long buildId) {

  private static final int ID = 1;
  private static final int START = 2;
  private static final int FILE_NAME = 5;
  private static final int BUILD_ID = 6;

  /** The first of the flags has_functions, has_filenames, has_line_numbers. */
  public static final int FIRST_FLAG = 7;

  /** The number of flags. */
  public static final int FLAGS = 3;

  /** Reads a message. */
  public static PprofMapping read(WireReader in, long end) {
    long id = 0;
    long start = 0;
    long fileName = 0;
    long buildId = 0;
    while (in.position() < end) {
      int tag = in.tag(end);
      switch (tag) {
        case ID << 3 -> id = in.varint(end);
        case START << 3 -> start = in.varint(end);
        case FILE_NAME << 3 -> fileName = in.varint(end);
        case BUILD_ID << 3 -> buildId = in.varint(end);
        default -> in.skip(tag, end);
      }
    }
    return new PprofMapping(id, start, fileName, buildId);
  }

  /** Returns whether it has a place in memory, from which addresses count. */
  public boolean isPlaced() {
    return start != 0;
  }
}
