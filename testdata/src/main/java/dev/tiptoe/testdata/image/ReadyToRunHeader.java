// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.util.TreeMap;

/**
 * The header of ReadyToRun code. For one thread.
 *
 * <p>Source: ReadyToRun File Format, "READYTORUN_HEADER".
 */
public final class ReadyToRunHeader {

  private final int flags;
  private final TreeMap<Integer, int[]> sections = new TreeMap<>();

  /** A header without any section. */
  public ReadyToRunHeader(int flags) {
    this.flags = flags;
  }

  /** Sets the place of the section of a type. */
  public ReadyToRunHeader section(int type, int rva, int size) {
    sections.put(type, new int[] {rva, size});
    return this;
  }

  /** The part that an assembly of a composite image has of its own. */
  public byte[] core() {
    LittleEndian core = new LittleEndian().u4(flags).u4(sections.size());
    sections.forEach((type, where) -> core.u4(type).u4(where[0]).u4(where[1]));
    return core.toArray();
  }

  /** The whole header. */
  public byte[] header() {
    return new LittleEndian().u4(0x00525452).u2(9).u2(2).bytes(core()).toArray();
  }
}
