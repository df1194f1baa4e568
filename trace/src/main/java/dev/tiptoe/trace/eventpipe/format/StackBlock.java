// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

/**
 * A StackBlock as it is in the file, with the beginning of each of its stacks. Immutable.
 *
 * <pre>
 *   i32 first id, i32 count, count × { i32 size, size bytes of addresses }
 * </pre>
 */
final class StackBlock implements NumberedBlock {

  private final EventBytes block;
  private final int firstId;
  private final int[] begins;

  StackBlock(EventBytes block) {
    this.block = block;
    this.firstId = block.i32();
    int count = block.count(Integer.BYTES);
    begins = new int[count];
    for (int i = 0; i < count; i++) {
      begins[i] = block.length() - block.remaining();
      block.skip(block.i32());
    }
  }

  @Override
  public int firstId() {
    return firstId;
  }

  /** Returns how many bytes it keeps in memory, not counting {@code begins}, which are fewer. */
  @Override
  public int length() {
    return block.length();
  }

  /** Returns the stack of that number; an empty one when it is not in this block. */
  EventPipeStack get(int id, int pointerSize) {
    long index = (long) id - firstId;
    if (index < 0 || index >= begins.length) {
      return EventPipeStack.EMPTY;
    }
    EventBytes stack = block.fromStart();
    stack.skip(begins[(int) index]);
    int size = stack.i32();
    return new EventPipeStack(stack.part(size), pointerSize);
  }
}
