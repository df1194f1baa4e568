// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.socket;

/**
 * Opens connections to one peer. An implementation identifies the peer's process, and connects with
 * no other.
 */
@FunctionalInterface
public interface Port {

  /** Opens a new connection; the caller closes it. */
  Connection connect(Deadline deadline) throws UnreachableException;
}
