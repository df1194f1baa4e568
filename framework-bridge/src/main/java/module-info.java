// SPDX-License-Identifier: Apache-2.0
/**
 * Attaches profilers to processes of the .NET Framework, on Windows. The calls of COM are this
 * library's own.
 */
module dev.tiptoe.framework {
  requires transitive dev.tiptoe.bridge;
  requires com.sun.jna;
  requires static transitive org.jspecify;

  exports dev.tiptoe.framework;
}
