// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.id;

/**
 * The CLR's ID of a loaded type (a TypeDef, an instantiation or an array), valid in one process
 * until it is unloaded.
 *
 * @param value the runtime's number
 */
public record ClassID(long value) implements RuntimeID {

  /** Returns the ID in the form {@code 0x7f0c12345678}. */
  @Override
  public String toString() {
    return RuntimeID.format(value);
  }
}
