// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.diagnostics;

/** A way to connect with one runtime. Each command takes a connection of its own. */
interface DiagnosticsPort {

  /** A new connection. */
  Connection connect(Deadline deadline) throws DiagnosticsException;
}
