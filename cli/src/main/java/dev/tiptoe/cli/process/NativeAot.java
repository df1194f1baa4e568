// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.nativesymbols.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Path;

/** Recognizes programs that were compiled ahead of time (NativeAOT). Stateless. */
final class NativeAot {

  /** The section into which the compiler puts the code of managed methods; stripping leaves it. */
  private static final String MANAGED_CODE = "__managedcode";

  private NativeAot() {}

  /** Returns whether a file is such a program or library; false when it cannot be read. */
  static boolean is(Path file) {
    try {
      Bytes bytes = Bytes.open(file);
      return ElfFile.isAt(bytes) && ElfFile.of(bytes).section(MANAGED_CODE).isPresent();
    } catch (IOException | MetadataFormatException e) {
      return false;
    }
  }
}
