// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

/**
 * The memory for what a file says, in bytes: a share of the heap that there is. Counts what there
 * was no room for. Mutable, not thread-safe.
 */
final class Room {

  /** Of 100: the rest is for samples, blocks that are being read, and who asked. */
  private static final int SHARE = 65;

  /** What must fit although there is no room for more methods: modules, and what they belong to. */
  private static final int RESERVE = 16;

  private final long total;
  private long left;
  private long refused;

  Room() {
    this(Runtime.getRuntime().maxMemory() / 100 * SHARE);
  }

  Room(long total) {
    this.total = total;
    this.left = total;
  }

  /** Takes memory, if there is so much; else counts one thing as left out. */
  boolean take(long bytes) {
    return take(bytes, total / RESERVE);
  }

  /** The same for what may also use the reserve. */
  boolean takeReserved(long bytes) {
    return take(bytes, 0);
  }

  private boolean take(long bytes, long reserve) {
    if (left - bytes < reserve) {
      refused++;
      return false;
    }
    left -= bytes;
    return true;
  }

  /** Returns how many things there was no room for. */
  long refused() {
    return refused;
  }
}
