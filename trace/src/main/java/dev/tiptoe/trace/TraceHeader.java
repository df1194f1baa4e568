// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.io.IOException;
import java.time.Instant;
import java.util.UUID;

/**
 * The header of a trace: the recorded process and the time.
 *
 * @param length the length of the header in bytes; the first record follows it
 * @param major the format's major version
 * @param minor the format's minor version
 * @param began when the recording began; all times in the trace count from here
 * @param pid the ID of the observed process, in its own namespace
 * @param traceId the random ID of the recording
 */
public record TraceHeader(int length, int major, int minor, Instant began, int pid, UUID traceId) {

  private static final String TOO_SHORT = "shorter than the header of a trace";
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  static TraceHeader read(TraceWindow window, String file) throws IOException {
    if (!window.has(FileHeaderLayout.LENGTH)) {
      throw new TraceFormatException(file, window.available(), TOO_SHORT);
    }
    require(
        window.i64(FileHeaderLayout.MAGIC) == FileHeaderLayout.MAGIC_VALUE,
        file,
        FileHeaderLayout.MAGIC,
        "not a trace");
    int major = window.u16(FileHeaderLayout.MAJOR);
    require(
        major == FileHeaderLayout.MAJOR_VALUE,
        file,
        FileHeaderLayout.MAJOR,
        "unknown major version " + major);
    int crc = window.crc32c(0, FileHeaderLayout.CRC);
    require(
        crc == window.i32(FileHeaderLayout.CRC),
        file,
        FileHeaderLayout.CRC,
        "the header is damaged");
    int length = window.i32(FileHeaderLayout.HEADER_LENGTH);
    require(
        length >= FileHeaderLayout.LENGTH && length <= RecordLayout.LONGEST_RECORD,
        file,
        FileHeaderLayout.HEADER_LENGTH,
        "impossible header length");
    require(window.has(length), file, window.available(), TOO_SHORT);
    int pointerSize = window.i32(FileHeaderLayout.POINTER_SIZE);
    require(
        pointerSize == FileHeaderLayout.POINTER_SIZE_VALUE,
        file,
        FileHeaderLayout.POINTER_SIZE,
        "unsupported pointer size " + pointerSize);
    return new TraceHeader(
        length,
        major,
        window.u16(FileHeaderLayout.MINOR),
        instant(window.i64(FileHeaderLayout.BEGAN)),
        window.i32(FileHeaderLayout.PID),
        window.guid(FileHeaderLayout.TRACE_ID));
  }

  private static Instant instant(long nanos) {
    return Instant.ofEpochSecond(
        Long.divideUnsigned(nanos, NANOS_PER_SECOND),
        Long.remainderUnsigned(nanos, NANOS_PER_SECOND));
  }

  private static void require(boolean holds, String file, long offset, String otherwise) {
    if (!holds) {
      throw new TraceFormatException(file, offset, otherwise);
    }
  }
}
