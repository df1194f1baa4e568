// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

/**
 * The COR20 header.
 *
 * @param metadata RVA of the metadata
 * @param size of the metadata
 * @param flags {@code COMIMAGE_FLAGS}
 * @param nativeHeader RVA of the ManagedNativeHeader, or 0
 * @param nativeSize of the ManagedNativeHeader
 * @ecma II.25.3.3
 */
record Cor20Header(int metadata, int size, int flags, int nativeHeader, int nativeSize) {

  static final int SIZE = 72;

  byte[] bytes() {
    LittleEndian header = new LittleEndian().u4(SIZE).u2(2).u2(5).u4(metadata).u4(size);
    return header.u4(flags).zerosTo(64).u4(nativeHeader).u4(nativeSize).toArray();
  }
}
