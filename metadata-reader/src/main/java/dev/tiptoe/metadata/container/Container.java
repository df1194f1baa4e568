// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The source of a module's bytes: its file, its metadata, and the bytes at its RVAs.
 *
 * <p>Immutable, for any number of threads. What it gives are windows onto the file, which are read
 * when they are asked for.
 */
public sealed interface Container permits PeFile, Webcil, RawMetadata, ComponentAssembly {

  /**
   * The container that {@code file} is, recognised by its content.
   *
   * @throws dev.tiptoe.metadata.MetadataFormatException when it is none of those known here
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

  /** All of the file. */
  Bytes file();

  /** The metadata root and all that belongs to it. */
  Bytes metadata();

  /**
   * The {@code size} bytes at an RVA.
   *
   * @param rva unsigned
   * @throws dev.tiptoe.metadata.MetadataFormatException when the file does not hold all of them
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
   * What begins at an RVA, as far as the file holds it together.
   *
   * @param rva unsigned
   * @throws dev.tiptoe.metadata.MetadataFormatException when the file holds nothing at that RVA
   */
  Bytes fromRva(int rva);

  /** The bytes of a directory. */
  default Bytes at(DataDirectory directory) {
    return atRva(directory.rva(), directory.size());
  }

  /** The COR20 header; empty for metadata without one. */
  Optional<Cor20> cor20();

  /** Where the debug directory is; absent when there is none. */
  DataDirectory debugDirectory();

  /** The bytes that file offsets count from; empty where file offsets mean nothing. */
  Optional<Bytes> flat();

  /** The kind of file, in words. */
  String kind();

  /** The RVA of what the module exports to native code under that name. */
  OptionalInt exported(String name);
}
