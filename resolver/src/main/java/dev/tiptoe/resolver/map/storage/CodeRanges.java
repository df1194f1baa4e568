// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Maps addresses to the newest piece of code there: disjoint ranges in order, each with a number
 * that is not 0. One writer, lock-free readers.
 *
 * <p>A tree of two levels: a directory of blocks, a block of ranges. A block is never changed, but
 * replaced, so a reader needs no more than one acquiring read at each level. A change copies one
 * block, and the directory only when a block becomes full or empty.
 */
final class CodeRanges {

  private static final int FULL = 128;

  private static final VarHandle DIRECTORY;
  private static final VarHandle BLOCK = MethodHandles.arrayElementVarHandle(CodeBlock[].class);

  static {
    try {
      DIRECTORY =
          MethodHandles.lookup().findVarHandle(CodeRanges.class, "directory", Directory.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Blocks in order: block {@code i} has the ranges that start at {@code firsts[i]} or later, and
   * before the next block's.
   */
  private static final class Directory {
    final long[] firsts;
    final CodeBlock[] blocks;

    Directory(long[] firsts, CodeBlock... blocks) {
      this.firsts = firsts;
      this.blocks = blocks;
    }

    int floor(long address) {
      int found = Arrays.binarySearch(firsts, address);
      return found >= 0 ? found : Math.max(0, -found - 2);
    }

    CodeBlock block(int number) {
      return (CodeBlock) BLOCK.getAcquire(blocks, number);
    }
  }

  private Directory directory = new Directory(new long[] {Long.MIN_VALUE}, CodeBlock.EMPTY);

  // ---- reading

  /** The number of the range that has an address, or 0. */
  long at(long address) {
    Directory in = (Directory) DIRECTORY.getAcquire(this);
    int number = in.floor(address);
    CodeBlock block = in.block(number);
    int position = block.floor(address);
    // A range may begin in a block and reach over where the next one begins.
    while (position < 0 && number > 0) {
      block = in.block(--number);
      position = block.size() - 1;
    }
    return position >= 0 && address < block.end(position) ? block.number(position) : 0;
  }

  /** The numbers of the ranges that have any address from {@code start} to before {@code end}. */
  void overlapping(long start, long end, LongConsumer action) {
    long first = at(start);
    if (first != 0) {
      action.accept(first);
    }
    for (int number = directory.floor(start); number < directory.blocks.length; number++) {
      CodeBlock block = directory.block(number);
      int position = block.floor(start) + 1;
      for (; position < block.size() && block.start(position) < end; position++) {
        action.accept(block.number(position));
      }
      if (position < block.size()) {
        return;
      }
    }
  }

  // ---- writing

  /** Adds a range; none that overlaps it may be there. */
  void add(long start, long end, long number) {
    int at = directory.floor(start);
    CodeBlock block = directory.block(at);
    replace(at, block.with(block.floor(start) + 1, start, end, number));
  }

  /** Removes the range that starts there. */
  void remove(long start) {
    int number = directory.floor(start);
    CodeBlock block = directory.block(number);
    int position = block.floor(start);
    replace(number, block.without(position));
  }

  private void replace(int number, CodeBlock block) {
    if (block.size() == FULL) {
      int middle = FULL / 2;
      splice(number, 1, block.part(0, middle), block.part(middle, FULL));
    } else if (block.size() == 0 && number > 0) {
      splice(number, 1);
    } else {
      BLOCK.setRelease(directory.blocks, number, block);
    }
  }

  /** Puts other blocks in the place of some, in a new directory. */
  private void splice(int number, int removed, CodeBlock... added) {
    int behind = directory.blocks.length - number - removed;
    int length = number + added.length + behind;
    long[] firsts = Arrays.copyOf(directory.firsts, length);
    CodeBlock[] blocks = Arrays.copyOf(directory.blocks, length);
    for (int i = 0; i < added.length; i++) {
      firsts[number + i] = i == 0 ? directory.firsts[number] : added[i].start(0);
      blocks[number + i] = added[i];
    }
    int from = number + removed;
    System.arraycopy(directory.firsts, from, firsts, number + added.length, behind);
    System.arraycopy(directory.blocks, from, blocks, number + added.length, behind);
    DIRECTORY.setRelease(this, new Directory(firsts, blocks));
  }
}
