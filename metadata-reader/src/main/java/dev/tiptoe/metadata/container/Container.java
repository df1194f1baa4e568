// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The source of a module's bytes: its file, its metadata, and the bytes at its RVAs.
 *
 * <p>Immutable and thread-safe. Its results are windows onto the file, which is read on demand.
 */
public sealed interface Container permits PeFile, Webcil, RawMetadata, ComponentAssembly {

  /**
   * Recognises the container in {@code file} by its content.
   *
   * @throws dev.tiptoe.metadata.MetadataFormatException when it is of no known kind
   */
  static Container of(Bytes file) {
    if (MetadataRoot.isAt(file)) {
      return new RawMetadata(file);
    }
    if (Webcil.isAt(file) || WasmModule.isAt(file)) {
      return Webcil.of(file);
    }
    if (!PeFile.isAt(file)) {
      throw ForeignFile.refuse(file);
    }
    PeFile pe = PeFile.of(file);
    if (pe.isNative()) {
      ForeignFile.bundle(file)
          .ifPresent(
              refusal -> {
                throw refusal;
              });
    }
    return pe;
  }

  /** Returns all of the file. */
  Bytes file();

  /** Returns the metadata root and everything that belongs to it. */
  Bytes metadata();

  /**
   * Returns the {@code size} bytes at an RVA.
   *
   * @param rva unsigned
   * @throws dev.tiptoe.metadata.MetadataFormatException when the file does not contain all of them
   */
  default Bytes atRva(int rva, int size) {
    Bytes rest = fromRva(rva);
    if (size < 0 || size > rest.length()) {
      String wanted =
          Integer.toUnsignedString(size) + " bytes at RVA 0x" + Integer.toHexString(rva);
      throw rest.damaged(rest.length(), wanted + " reach behind the end of their section");
    }
    return rest.slice(0, size);
  }

  /**
   * Returns the bytes from an RVA on, as far as they are contiguous in the file.
   *
   * @param rva unsigned
   * @throws dev.tiptoe.metadata.MetadataFormatException when the file has no bytes at that RVA
   */
  Bytes fromRva(int rva);

  /** Returns the bytes of a directory. */
  default Bytes at(DataDirectory directory) {
    return atRva(directory.rva(), directory.size());
  }

  /** Returns the COR20 header; empty for metadata without one. */
  Optional<Cor20> cor20();

  /** Returns the module's debug directory. */
  DebugDirectory debugDirectory();

  /** Returns the RVA of an export to native code of that name. */
  OptionalInt exported(String name);
}
