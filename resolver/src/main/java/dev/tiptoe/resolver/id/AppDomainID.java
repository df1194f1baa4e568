// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.id;

/**
 * The CLR's ID of an application domain, valid in one process.
 *
 * @param value the runtime's number
 */
public record AppDomainID(long value) implements RuntimeID {

  /** Returns the ID in the form {@code 0x7f0c12345678}. */
  @Override
  public String toString() {
    return RuntimeID.format(value);
  }
}
