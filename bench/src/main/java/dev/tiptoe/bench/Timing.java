// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import dev.tiptoe.bridge.launch.LaunchException;

/**
 * A side's report about a work that it has done.
 *
 * @param nanoseconds how long it took
 * @param count the number of answers
 * @param checksum the checksum of the answers
 * @param spent another cost: bytes allocated where metadata or references are the work; nanoseconds
 *     of processor time, of all threads, for an observed program
 */
public record Timing(long nanoseconds, long count, long checksum, long spent) {

  /** Returns whether the answers are those of another side. */
  public boolean agrees(Timing other) {
    return count == other.count && checksum == other.checksum;
  }

  /** Parses the text of {@link #toString}. */
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

  /** Returns the line that one process sends to another. */
  @Override
  public String toString() {
    return nanoseconds + "\t" + count + "\t" + checksum + "\t" + spent;
  }
}
