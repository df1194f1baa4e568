// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.id;

/**
 * A run-time ID: a number by which one CLR, in one process, identifies something while it is
 * loaded.
 *
 * <p>IDs are addresses of the CLR's own structures. They are reused after unload, so an ID has a
 * meaning only together with a time.
 */
public sealed interface RuntimeID
    permits AppDomainID, AssemblyID, ModuleID, ClassID, FunctionID, ThreadID {

  /** Returns the runtime's number; 0 means none. */
  long value();

  /** Returns whether this is the ID of nothing. */
  default boolean isNone() {
    return value() == 0;
  }

  /** Returns an ID's number in Tiptoe's usual form: {@code 0x} and lower-case hex digits. */
  static String format(long value) {
    return "0x" + Long.toHexString(value);
  }
}
