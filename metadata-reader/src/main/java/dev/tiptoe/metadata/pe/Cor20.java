// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pe;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * The COR20 header of a managed PE file: where its metadata is, and whether it carries ReadyToRun
 * code.
 *
 * @ecma II.25.3.3
 */
public final class Cor20 {

  static final int SIZE = 72;

  private static final int METADATA = 8;
  private static final int MANAGED_NATIVE_HEADER = 64;
  private static final int READY_TO_RUN_MAGIC = 0x00525452;

  private final PeFile file;
  private final Bytes header;

  Cor20(PeFile file, Bytes header) {
    this.file = file;
    this.header = header;
  }

  /** The metadata root and all that belongs to it. */
  public Bytes metadata() {
    return file.directory(header, METADATA);
  }

  /** The ReadyToRun header's flags, or -1 when the image carries no ReadyToRun code. */
  public int readyToRunFlags() {
    if (header.i32(MANAGED_NATIVE_HEADER) == 0) {
      return -1;
    }
    Bytes nativeHeader = file.directory(header, MANAGED_NATIVE_HEADER);
    return nativeHeader.length() >= 12 && nativeHeader.i32(0) == READY_TO_RUN_MAGIC
        ? nativeHeader.i32(8) & 0x7fffffff
        : -1;
  }
}
