// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The header of the native code in a ReadyToRun module: flags, and the sections by number.
 * Immutable.
 *
 * <p>Source: ReadyToRun File Format, "READYTORUN_HEADER".
 */
public final class ReadyToRunHeader {

  /** The flag of an image whose types the runtime trusts. (The format's document is wrong here.) */
  public static final int SKIP_TYPE_VALIDATION = 0x2;

  /** The flag of an assembly whose code is in a composite image. */
  public static final int COMPONENT = 0x20;

  private static final int MAGIC = 0x00525452;
  private static final int CORE = 8;
  private static final int ENTRY = 12;
  private static final String EXPORT = "RTR_HEADER";

  private final int majorVersion;
  private final int minorVersion;
  private final Bytes core;

  private ReadyToRunHeader(int majorVersion, int minorVersion, Bytes core) {
    this.majorVersion = majorVersion;
    this.minorVersion = minorVersion;
    this.core = core;
  }

  /**
   * Reads the header of one of a composite image's assemblies at the beginning of {@code core}; it
   * lacks the magic number and the version.
   */
  public ReadyToRunHeader ofComponent(Bytes core) {
    return new ReadyToRunHeader(majorVersion, minorVersion, core);
  }

  /**
   * Returns the header of a module: the exported one in a composite image, or the one to which its
   * COR20 header leads.
   */
  public static Optional<ReadyToRunHeader> of(Container container) {
    return exported(container)
        .or(
            () ->
                container
                    .cor20()
                    .map(Cor20::managedNativeHeader)
                    .filter(DataDirectory::isPresent)
                    .flatMap(directory -> read(container.at(directory))));
  }

  /**
   * Returns the header that is exported to native code, as in a composite image; empty for other
   * files. The runtime then ignores a COR20 header.
   */
  static Optional<ReadyToRunHeader> exported(Container container) {
    try {
      OptionalInt rva = container.exported(EXPORT);
      return rva.isPresent() ? read(container.fromRva(rva.getAsInt())) : Optional.empty();
    } catch (MetadataFormatException e) {
      if (container.cor20().isEmpty()) {
        throw e;
      }
      // A module with damaged exports may be sound.
      return Optional.empty();
    }
  }

  private static Optional<ReadyToRunHeader> read(Bytes header) {
    // Before ReadyToRun, other headers were found there: those of NGEN.
    return header.length() >= CORE + 8 && header.i32(0) == MAGIC
        ? Optional.of(
            new ReadyToRunHeader(
                header.u16(4), header.u16(6), header.slice(CORE, header.length() - CORE)))
        : Optional.empty();
  }

  /** Returns the major version of the format, raised when older runtimes cannot use the code. */
  public int majorVersion() {
    return majorVersion;
  }

  /** Returns the minor version, raised for what older runtimes may ignore. */
  public int minorVersion() {
    return minorVersion;
  }

  /** Returns whether the version is at least that one. */
  public boolean isAtLeast(int major, int minor) {
    return majorVersion > major || (majorVersion == major && minorVersion >= minor);
  }

  /** {@code READYTORUN_FLAG}s. */
  public int flags() {
    return core.i32(0);
  }

  /** Returns the place of a section; empty when there is none of that type. */
  public Optional<DataDirectory> section(SectionType type) {
    int count = core.size(4);
    for (int i = 0; i < count; i++) {
      int at = 8 + i * ENTRY;
      if (core.i32(at) == type.number()) {
        return Optional.of(DataDirectory.read(core, at + 4));
      }
    }
    return Optional.empty();
  }
}
