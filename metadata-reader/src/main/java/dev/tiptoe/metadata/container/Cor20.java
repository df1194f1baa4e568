// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * The COR20 header of a module, also called the CLI header: the place of its metadata and of other
 * parts. Immutable.
 *
 * @ecma II.25.3.3
 */
public final class Cor20 {

  /** The size of the header in bytes. */
  public static final int SIZE = 72;

  /** The flag of a ReadyToRun image whose header {@link #managedNativeHeader} leads to. */
  public static final int IL_LIBRARY = 0x4;

  private final Bytes header;

  /** Reads the header at the beginning of {@code header}. */
  public Cor20(Bytes header) {
    this.header = header.slice(0, SIZE).inMemory();
  }

  /** Returns the place of the metadata root and everything that belongs to it. */
  public DataDirectory metadata() {
    return directory(8);
  }

  /** Returns {@code COMIMAGE_FLAGS}, the module's requirements of its runtime. */
  public int flags() {
    return header.i32(16);
  }

  /**
   * Returns the token of the method or file to start with, or the RVA of native code; 0 for none.
   */
  public int entryPoint() {
    return header.i32(20);
  }

  /** Returns the managed resources. */
  public DataDirectory resources() {
    return directory(24);
  }

  /** Returns the strong name signature. */
  public DataDirectory strongNameSignature() {
    return directory(32);
  }

  /** Returns the fixups of the tables of methods that native code may call. */
  public DataDirectory vtableFixups() {
    return directory(48);
  }

  /** Returns the header of the native code compiled ahead of time. */
  public DataDirectory managedNativeHeader() {
    return directory(64);
  }

  private DataDirectory directory(int at) {
    return DataDirectory.read(header, at);
  }
}
