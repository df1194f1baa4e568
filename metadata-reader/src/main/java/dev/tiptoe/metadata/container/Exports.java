// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * The names that a PE file exports to native code. Immutable.
 *
 * <p>Source: the PE/COFF specification, "The .edata Section".
 */
final class Exports {

  private static final int SIZE = 40;

  private final PeFile file;
  private final DataDirectory directory;

  Exports(PeFile file, DataDirectory directory) {
    this.file = file;
    this.directory = directory;
  }

  /** Returns the RVA of an export; empty when there is none, or it is forwarded to another file. */
  OptionalInt find(String name) {
    if (!directory.isPresent()) {
      return OptionalInt.empty();
    }
    Bytes table = file.atRva(directory.rva(), SIZE);
    int names = table.size(24);
    if (names == 0) {
      return OptionalInt.empty();
    }
    Bytes wanted = Bytes.of(name, (name + '\0').getBytes(StandardCharsets.UTF_8));
    Bytes nameRvas = file.fromRva(table.i32(32));
    // The names should be sorted but need not be; a scan does not depend on it, and is done once a
    // file.
    for (int i = 0; i < names; i++) {
      if (isAt(nameRvas.i32(4 * i), wanted)) {
        int ordinal = file.fromRva(table.i32(36)).u16(2 * i);
        return own(file.fromRva(table.i32(28)).i32(4 * ordinal));
      }
    }
    return OptionalInt.empty();
  }

  private boolean isAt(int rva, Bytes wanted) {
    Bytes found = file.fromRva(rva);
    return found.length() >= wanted.length() && found.regionEquals(0, wanted, 0, wanted.length());
  }

  /** An RVA inside the directory is the name of another file's export. */
  private OptionalInt own(int rva) {
    boolean forwarded = Integer.compareUnsigned(rva - directory.rva(), directory.size()) < 0;
    return forwarded ? OptionalInt.empty() : OptionalInt.of(rva);
  }
}
