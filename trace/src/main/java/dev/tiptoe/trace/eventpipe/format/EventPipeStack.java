// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

/**
 * The code addresses of an event's thread, innermost first; empty where none were recorded or none
 * are known.
 *
 * <p>Immutable and thread-safe. Keeps its block in memory.
 */
public final class EventPipeStack {

  static final EventPipeStack EMPTY = new EventPipeStack(EventBytes.NONE, Long.BYTES);

  private final EventBytes addresses;
  private final int pointerSize;

  EventPipeStack(EventBytes addresses, int pointerSize) {
    this.addresses = addresses;
    this.pointerSize = pointerSize;
  }

  /** Returns the number of addresses. */
  public int size() {
    return addresses.length() / pointerSize;
  }

  /**
   * Returns the address of one frame, the innermost being 0.
   *
   * @throws IndexOutOfBoundsException when there is no such frame
   */
  public long address(int frame) {
    return pointerSize == Long.BYTES
        ? addresses.i64At(Long.BYTES * frame)
        : Integer.toUnsignedLong(addresses.i32At(Integer.BYTES * frame));
  }
}
