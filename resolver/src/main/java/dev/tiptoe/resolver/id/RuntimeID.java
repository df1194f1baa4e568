// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.id;

/**
 * A run-time ID: a number by which one CLR, in one process, knows a thing for as long as it is
 * loaded.
 *
 * <p>IDs are addresses of the CLR's own structures. They are reused after unload, so an ID means
 * something only together with a time.
 */
public sealed interface RuntimeID
    permits AppDomainID, AssemblyID, ModuleID, ClassID, FunctionID, ThreadID {

  /** The number the runtime gave; 0 stands for none. */
  long value();

  /** Whether this is the ID of nothing. */
  default boolean isNone() {
    return value() == 0;
  }

  /** An ID's number as Tiptoe writes it everywhere: {@code 0x} and lower-case hex digits. */
  static String format(long value) {
    return "0x" + Long.toHexString(value);
  }
}
