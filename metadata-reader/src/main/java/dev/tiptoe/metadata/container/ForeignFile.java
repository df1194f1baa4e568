// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Map;
import java.util.Optional;

/** Describes files without a module. Stateless. */
final class ForeignFile {

  /** The first bytes of executables, as a 32-bit number, and their names. */
  private static final Map<Integer, String> EXECUTABLES =
      Map.of(
          0x464c457f, "an ELF file",
          0xfeedface, "a Mach-O file",
          0xfeedfacf, "a Mach-O file",
          0xbebafeca, "a Mach-O file");

  private static final int ZIP = 0x04034b50;

  private ForeignFile() {}

  /** Returns the exception for {@code file}, which begins like none of the supported kinds. */
  static MetadataFormatException refuse(Bytes file) {
    // A file that is not an executable is not a bundle, and need not be read to its end.
    return Optional.of(file)
        .filter(ForeignFile::isExecutable)
        .flatMap(ForeignFile::bundle)
        .orElseGet(() -> file.notManaged(0, "not a .NET file but " + kind(file)));
  }

  /** Returns the exception for a bundle; empty when {@code file} is not one. */
  static Optional<MetadataFormatException> bundle(Bytes file) {
    String reason = "a single-file bundle: it holds several modules";
    return BundleMarker.findManifest(file) < 0
        ? Optional.empty()
        : Optional.of(new MetadataFormatException(Kind.BUNDLE, file.file(), 0, reason));
  }

  private static boolean isExecutable(Bytes file) {
    return file.length() >= 4 && EXECUTABLES.containsKey(file.i32(0));
  }

  private static String kind(Bytes file) {
    if (file.length() < 4) {
      return file.length() + " bytes";
    }
    return file.i32(0) == ZIP
        ? "a ZIP file"
        : EXECUTABLES.getOrDefault(file.i32(0), "something else (no PE file, metadata or Webcil)");
  }
}
