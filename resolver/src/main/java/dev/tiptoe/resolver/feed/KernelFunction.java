// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static java.util.Objects.requireNonNull;

/**
 * A function of the operating system's kernel. Immutable.
 *
 * @param start its first address
 * @param size the number of bytes up to the next function; addresses and sizes are unsigned
 * @param name its name as the kernel has it; of a function in a module of the kernel with the
 *     module behind it, such as {@code ext4_readdir [ext4]}
 */
public record KernelFunction(long start, long size, String name) {

  /** Refuses null. */
  public KernelFunction {
    requireNonNull(name, "name");
  }

  /** Returns whether an address is in it. */
  public boolean contains(long address) {
    return Long.compareUnsigned(address, start) >= 0
        && Long.compareUnsigned(address - start, size) < 0;
  }
}
