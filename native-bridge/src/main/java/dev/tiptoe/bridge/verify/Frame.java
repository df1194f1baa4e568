// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.verify;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * Native memory that methods put their answers into, cell after cell, each wide enough for a
 * pointer; used again and again. For one thread.
 */
final class Frame {

  private static final int CELLS = 24;

  private final Memory memory = new Memory((long) CELLS * Native.POINTER_SIZE);
  private final Pointer[] cells = new Pointer[CELLS];

  Frame() {
    for (int i = 0; i < CELLS; i++) {
      cells[i] = memory.share((long) i * Native.POINTER_SIZE);
    }
  }

  /** Makes every cell zero. */
  void clear() {
    memory.clear();
  }

  /** Where a cell is. */
  Pointer cell(int index) {
    return cells[index];
  }

  /** The number in a cell. */
  int number(int index) {
    return memory.getInt((long) index * Native.POINTER_SIZE);
  }

  /** The {@code length} bytes that the pointer in a cell leads to; none for a null pointer. */
  Bytes bytesAt(int index, int length) {
    Pointer at = memory.getPointer((long) index * Native.POINTER_SIZE);
    byte[] bytes = at == null || length <= 0 ? new byte[0] : at.getByteArray(0, length);
    return Bytes.of("the CLR", bytes);
  }

  /** The zero-terminated bytes that the pointer in a cell leads to; none for a null pointer. */
  Bytes stringAt(int index) {
    Pointer at = memory.getPointer((long) index * Native.POINTER_SIZE);
    return at == null ? bytesAt(index, 0) : bytesAt(index, (int) at.indexOf(0, (byte) 0));
  }
}
