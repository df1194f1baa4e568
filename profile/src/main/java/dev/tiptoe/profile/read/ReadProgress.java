// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.trace.ReadingListener;

/**
 * The progress of reading a file that is read several times. The listener gets a number of bytes of
 * the file, in proportion to all readings together; for a compressed file, inflating it counts as
 * one more reading. Not thread-safe.
 */
public final class ReadProgress {

  private final ReadingListener listener;
  private final long fileSize;
  private final int readings;

  /** The bytes of the file for one byte of its contents. */
  private double scale = 1;

  private long total;

  /** What was read before the present reading, and where that begins. */
  private long before;

  private long from;
  private long newest;

  /**
   * Creates the progress of a file.
   *
   * @param readings how often its contents are read
   */
  public ReadProgress(ReadingListener listener, long fileSize, int readings) {
    this.listener = listener;
    this.fileSize = fileSize;
    this.readings = readings;
    this.total = readings * fileSize;
  }

  /** Takes in how much of a compressed file is inflated. */
  public void inflated(long position) {
    total = (readings + 1) * fileSize;
    report(position);
  }

  /** Says how large the contents are, before they are read. */
  public void contents(long size) {
    scale = size == 0 ? 1 : (double) fileSize / size;
    before = total - readings * fileSize;
  }

  /**
   * Begins another reading of a part of the contents.
   *
   * @param number how often that part was read before
   */
  void begin(int number, long start, long end) {
    long inflating = total - readings * fileSize;
    before = inflating + Math.round(scale * (readings * start + number * (end - start)));
    from = start;
  }

  /** Takes in where the present reading is. */
  public void at(long position) {
    report(before + Math.round(scale * (position - from)));
  }

  /** Reports a position in all readings, unless a later one was reported before. */
  private void report(long bytes) {
    long ofFile = total == 0 ? 0 : Math.round((double) Math.min(bytes, total) / total * fileSize);
    if (ofFile > newest) {
      newest = ofFile;
      listener.read(ofFile, fileSize);
    }
  }
}
