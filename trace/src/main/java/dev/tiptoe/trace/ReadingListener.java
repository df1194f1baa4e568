// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/** Receives how far a file has been read. It is called on the thread that reads. */
@FunctionalInterface
public interface ReadingListener {

  /**
   * A part of the file was read.
   *
   * @param bytes how much was read so far; what is read twice counts twice
   * @param total how much there is to read in all, by the size of the file at the beginning
   */
  void read(long bytes, long total);
}
