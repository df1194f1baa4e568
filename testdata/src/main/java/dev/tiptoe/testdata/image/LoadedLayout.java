// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.util.Arrays;

/**
 * Lays out a PE file as a loader does in memory: headers and sections at their RVAs. Stateless.
 *
 * @ecma II.25
 */
public final class LoadedLayout {

  private LoadedLayout() {}

  /** A copy of {@code flat}, a PE file as it is stored, as it is when it is loaded. */
  public static byte[] of(byte[] flat) {
    PeHeaders headers = new PeHeaders(flat);
    byte[] loaded = new byte[headers.sizeInMemory()];
    System.arraycopy(flat, 0, loaded, 0, Math.min(headers.sizeOfHeaders(), loaded.length));
    for (PeHeaders.Section section : headers.sections()) {
      int stored = Math.min(section.rawSize(), flat.length - section.offset());
      System.arraycopy(flat, section.offset(), loaded, section.rva(), stored);
    }
    return loaded;
  }

  /** The same, without what is behind {@code length}. */
  public static byte[] of(byte[] flat, int length) {
    return Arrays.copyOf(of(flat), length);
  }
}
