// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.id;

/**
 * The CLR's ID of a method, or of one instantiation of it, valid in one process until its module is
 * unloaded.
 *
 * @param value the runtime's number
 */
public record FunctionID(long value) implements RuntimeID {

  /** Returns the ID in the form {@code 0x7f0c12345678}. */
  @Override
  public String toString() {
    return RuntimeID.format(value);
  }
}
