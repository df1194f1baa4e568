// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A metadata root with nothing around it: a portable PDB, a delta, or bytes that a profiler copied
 * out of a process. Immutable.
 *
 * @param file the root and everything that belongs to it
 */
public record RawMetadata(Bytes file) implements Container {

  @Override
  public Bytes metadata() {
    return file;
  }

  /** Always throws: the targets of RVAs are elsewhere. */
  @Override
  public Bytes fromRva(int rva) {
    String address = "0x" + Integer.toHexString(rva);
    throw file.damaged(0, "nothing is at RVA " + address + ": this is metadata without its module");
  }

  @Override
  public Optional<Cor20> cor20() {
    return Optional.empty();
  }

  /** Empty. */
  @Override
  public DebugDirectory debugDirectory() {
    return DebugDirectory.none(this);
  }

  @Override
  public OptionalInt exported(String name) {
    return OptionalInt.empty();
  }
}
