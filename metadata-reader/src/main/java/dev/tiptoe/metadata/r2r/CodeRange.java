// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

/**
 * The native code of one runtime function: a method's body, one of its funclets, or a cold part.
 *
 * @param begin the RVA of its first byte
 * @param end the RVA behind its last byte
 */
public record CodeRange(int begin, int end) {

  /** Returns whether it contains the byte at {@code rva}. */
  public boolean contains(int rva) {
    return Integer.compareUnsigned(rva, begin) >= 0 && Integer.compareUnsigned(rva, end) < 0;
  }

  /** Bytes. */
  public int size() {
    return end - begin;
  }

  /** Returns the range in the form {@code 0x1000-0x1020}. */
  @Override
  public String toString() {
    return "0x" + Integer.toHexString(begin) + "-0x" + Integer.toHexString(end);
  }
}
