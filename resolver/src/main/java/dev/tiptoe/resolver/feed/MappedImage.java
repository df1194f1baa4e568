// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static java.util.Objects.requireNonNull;

import dev.tiptoe.resolver.id.ModuleID;
import java.util.Optional;

/**
 * An image with native code at an address of the process: a library of the operating system, or the
 * precompiled code of a module. Immutable.
 *
 * @param base what is subtracted from an address for its RVA: for an ELF file the load bias, so
 *     that the RVA is an address as in its symbol table
 * @param start the first address of its range
 * @param size the size of the range in bytes; addresses and sizes are unsigned
 * @param module the module whose precompiled code it has, whose unloading ends the range; none for
 *     a library of the operating system
 * @param absent the last time at which it was known not to be there; its range had no other meaning
 *     since then. 0 when it may have been there always
 * @param buildId the build ID of an ELF file, in hexadecimal digits; empty when it has none
 * @param path the path of its file, as the loader reports it
 */
public record MappedImage(
    long base,
    long start,
    long size,
    ModuleID module,
    long absent,
    Optional<String> buildId,
    String path) {

  /** Refuses null. */
  public MappedImage {
    requireNonNull(module, "module");
    requireNonNull(buildId, "buildId");
    requireNonNull(path, "path");
  }

  /** Returns whether an address is in its range. */
  public boolean contains(long address) {
    return Long.compareUnsigned(address - start, size) < 0;
  }

  /** Returns the RVA of an address in its range. */
  public long rva(long address) {
    return address - base;
  }
}
