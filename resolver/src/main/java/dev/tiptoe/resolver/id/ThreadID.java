// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.id;

/**
 * The CLR's ID of a managed thread, valid in one process until the thread is destroyed; reused soon
 * after.
 *
 * @param value the runtime's number
 */
public record ThreadID(long value) implements RuntimeID {

  /** Returns the ID in the form {@code 0x7f0c12345678}. */
  @Override
  public String toString() {
    return RuntimeID.format(value);
  }
}
