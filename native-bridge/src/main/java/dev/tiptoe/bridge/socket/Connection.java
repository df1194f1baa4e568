// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.socket;

import java.nio.ByteBuffer;

/**
 * A connection to a Unix-domain socket. No call waits longer than its deadline, whatever the other
 * end does. Not thread-safe.
 */
public interface Connection extends AutoCloseable {

  /** Returns the socket's name for messages. */
  String where();

  /** Sends all of these bytes. */
  void send(ByteBuffer bytes, Deadline deadline) throws UnreachableException;

  /** Receives exactly so many bytes, in a little-endian buffer. */
  ByteBuffer receive(int length, Deadline deadline) throws UnreachableException;

  /** Ends the connection and releases its resources. */
  @Override
  void close();
}
