// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.border;

import dev.tiptoe.bridge.socket.Connection;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.bridge.socket.UnreachableException;
import java.nio.ByteBuffer;

/**
 * A connection that closes the target it leads to.
 *
 * @param connection the connection
 * @param target the target that made it
 */
record OwningConnection(Connection connection, Target target) implements Connection {

  @Override
  public String where() {
    return connection.where();
  }

  @Override
  public void send(ByteBuffer bytes, Deadline deadline) throws UnreachableException {
    connection.send(bytes, deadline);
  }

  @Override
  public ByteBuffer receive(int length, Deadline deadline) throws UnreachableException {
    return connection.receive(length, deadline);
  }

  /** The connection ends with its target. */
  @Override
  public void close() {
    target.close();
  }
}
