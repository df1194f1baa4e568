// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.id;

/**
 * The CLR's ID of a loaded assembly, valid in one process until the assembly is unloaded.
 *
 * @param value the runtime's number
 */
public record AssemblyID(long value) implements RuntimeID {

  /** Written out, because what Java generates for a record takes 5 ms of a command's start. */
  @Override
  public int hashCode() {
    return Long.hashCode(value);
  }

  /** Returns the ID in the form {@code 0x7f0c12345678}. */
  @Override
  public String toString() {
    return RuntimeID.format(value);
  }
}
