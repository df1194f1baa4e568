// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

/** A position in the bytes of a symbol index that moves as it reads. Mutable, not thread-safe. */
class IndexCursor {

  final IndexBytes bytes;
  int at;

  IndexCursor(IndexBytes bytes, int at) {
    this.bytes = bytes;
    this.at = at;
  }

  final int u8() {
    return bytes.u8(at++);
  }

  /** Reads an unsigned number in LEB128. */
  final int number() {
    int value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = bytes.u8(at++);
      value |= (next & 0x7f) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw bytes.damaged(at, "a number of more than 32 bits");
  }

  /** Reads bytes into a part of an array. */
  final void copy(byte[] to, int place, int length) {
    bytes.copy(at, to, place, length);
    at += length;
  }
}
