// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench;

import dev.tiptoe.bridge.launch.LaunchException;

/**
 * What a side says of a work that it has done.
 *
 * @param nanoseconds how long it took
 * @param count number of answers
 * @param checksum of the answers
 * @param spent what else it took: bytes allocated where metadata or references are the work;
 *     nanoseconds of processor time, of all threads, of a program that is observed
 */
public record Timing(long nanoseconds, long count, long checksum, long spent) {

  /** Whether the answers are those of another side. */
  public boolean agrees(Timing other) {
    return count == other.count && checksum == other.checksum;
  }

  /** Reads what {@link #toString} writes. */
  public static Timing parse(String line) {
    String[] fields = line.split("\t", -1);
    try {
      return new Timing(
          Long.parseLong(fields[0]),
          Long.parseLong(fields[1]),
          Long.parseLong(fields[2]),
          Long.parseLong(fields[3]));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new LaunchException("not a timing: " + line);
    }
  }

  /** The line by which one process tells another. */
  @Override
  public String toString() {
    return nanoseconds + "\t" + count + "\t" + checksum + "\t" + spent;
  }
}
