// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * The COR20 header of a module, also called the CLI header: where its metadata is, and what else
 * belongs to it. Immutable.
 *
 * @ecma II.25.3.3
 */
public final class Cor20 {

  /** Bytes in the header. */
  public static final int SIZE = 72;

  /** The flag of a ReadyToRun image whose header {@link #managedNativeHeader} leads to. */
  public static final int IL_LIBRARY = 0x4;

  private static final int NATIVE_ENTRYPOINT = 0x10;

  private final Bytes header;

  /** The header that {@code header} begins with. */
  public Cor20(Bytes header) {
    this.header = header.slice(0, SIZE).inMemory();
  }

  /** The metadata root and all that belongs to it. */
  public DataDirectory metadata() {
    return directory(8);
  }

  /** What the module needs of its runtime: {@code COMIMAGE_FLAGS}. */
  public int flags() {
    return header.i32(16);
  }

  /** The token of the method or file to begin with, or the RVA of native code; 0 for none. */
  public int entryPoint() {
    return header.i32(20);
  }

  /** The token of the method or file to begin with; 0 for none, or where native code begins. */
  public int managedEntryPoint() {
    return (flags() & NATIVE_ENTRYPOINT) == 0 ? entryPoint() : 0;
  }

  /** The managed resources. */
  public DataDirectory resources() {
    return directory(24);
  }

  /** The strong name signature. */
  public DataDirectory strongNameSignature() {
    return directory(32);
  }

  /** The fixups of the tables of methods that native code may call. */
  public DataDirectory vtableFixups() {
    return directory(48);
  }

  /** The header of the native code compiled ahead of time. */
  public DataDirectory managedNativeHeader() {
    return directory(64);
  }

  private DataDirectory directory(int at) {
    return DataDirectory.read(header, at);
  }
}
