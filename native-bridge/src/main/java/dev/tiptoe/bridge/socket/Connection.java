// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.socket;

import java.nio.ByteBuffer;

/**
 * A connection to a Unix-domain socket. No call waits longer than its deadline, whatever the other
 * end does. For one thread.
 */
public interface Connection extends AutoCloseable {

  /** The socket, for messages. */
  String where();

  /** Sends all of these bytes. */
  void send(ByteBuffer bytes, Deadline deadline) throws UnreachableException;

  /** Receives exactly so many bytes, little-endian, from the first on. */
  ByteBuffer receive(int length, Deadline deadline) throws UnreachableException;

  /** Ends the connection; what it held is released. */
  @Override
  void close();
}
