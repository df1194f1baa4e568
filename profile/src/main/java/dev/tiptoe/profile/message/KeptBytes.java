// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import dev.tiptoe.profile.wire.ProfileBytes;

/**
 * Counts the memory that is kept of the tables of a file, which may take half of the heap; the
 * profile that is made of them takes its part of the rest. Not thread-safe.
 */
public final class KeptBytes {

  private final ProfileBytes bytes;
  private final long most;
  private long kept;

  /** Creates a count for a file. */
  public KeptBytes(ProfileBytes bytes) {
    this(bytes, Runtime.getRuntime().maxMemory() / 2);
  }

  KeptBytes(ProfileBytes bytes, long most) {
    this.bytes = bytes;
    this.most = most;
  }

  /**
   * Adds to what is kept, before it is.
   *
   * @param count the number of entries
   * @param size the bytes of each
   * @param what the entries, in words
   */
  public void add(long count, int size, String what) {
    kept += count * size;
    if (kept > most) {
      throw bytes.bad(
          0,
          count
              + " "
              + what
              + ": the tables of the profile need more than half of the heap of Java, of "
              + (most >> 20)
              + " MiB");
    }
  }
}
