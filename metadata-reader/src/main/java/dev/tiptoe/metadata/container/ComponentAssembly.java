// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An assembly in a composite ReadyToRun image. Immutable.
 *
 * @param composite the image
 * @param header the place of the assembly's COR20 header; absent when its metadata is in a file of
 *     its own
 * @param core the place of the header of its native code, without magic number and version
 */
public record ComponentAssembly(Container composite, DataDirectory header, DataDirectory core)
    implements Container {

  @Override
  public Bytes file() {
    return composite.file();
  }

  /** Returns whether its metadata is in the composite image and not in a file of its own. */
  public boolean isEmbedded() {
    return header.isPresent();
  }

  @Override
  public Bytes metadata() {
    Cor20 own =
        cor20()
            .orElseThrow(
                () -> file().notManaged(0, "the metadata of a component is in a file of its own"));
    return at(own.metadata());
  }

  @Override
  public Bytes fromRva(int rva) {
    return composite.fromRva(rva);
  }

  @Override
  public Optional<Cor20> cor20() {
    return isEmbedded()
        ? Optional.of(new Cor20(atRva(header.rva(), Cor20.SIZE)))
        : Optional.empty();
  }

  /** Returns an empty directory: the existing one belongs to the composite image. */
  @Override
  public DebugDirectory debugDirectory() {
    return DebugDirectory.none(this);
  }

  /** Returns nothing: exports belong to the composite image. */
  @Override
  public OptionalInt exported(String name) {
    return OptionalInt.empty();
  }
}
