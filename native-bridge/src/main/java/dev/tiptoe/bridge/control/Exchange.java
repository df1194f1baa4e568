// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import dev.tiptoe.bridge.control.ControlException.Reason;
import dev.tiptoe.bridge.socket.Connection;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.bridge.socket.Port;
import dev.tiptoe.bridge.socket.UnreachableException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;

/**
 * Exchanges one request and its answer over a connection of its own, within one timeout whatever
 * the other end does. Stateless.
 */
final class Exchange {

  private Exchange() {}

  /**
   * Sends a request and receives its answer.
   *
   * @throws ControlException when there was no answer in time, or it is a refusal
   */
  static ControlMessage ask(Port port, RequestKind kind, ByteBuffer request, Duration patience)
      throws ControlException {
    Deadline deadline = Deadline.in(patience);
    try (Connection connection = port.connect(deadline)) {
      connection.send(request, deadline);
      return receive(connection, kind, deadline);
    } catch (UnreachableException e) {
      throw ControlException.of(e);
    }
  }

  private static ControlMessage receive(Connection connection, RequestKind kind, Deadline deadline)
      throws UnreachableException, ControlException {
    ByteBuffer header = connection.receive(ControlMessage.HEADER, deadline);
    int length = ControlMessage.payloadOf(header, kind);
    ByteBuffer whole =
        ByteBuffer.allocate(ControlMessage.HEADER + length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(header);
    ControlMessage answer =
        ControlMessage.answer(whole.put(connection.receive(length, deadline)).flip());
    if (answer.code() != ControlMessage.OK) {
      throw new ControlException(reason(answer.code()), answer.string());
    }
    return answer;
  }

  private static Reason reason(int code) {
    return switch (code) {
      case 2 -> Reason.NO_ANSWER;
      case 3 -> Reason.NOT_SUPPORTED;
      case 4 -> Reason.NO_PERMISSION;
      case 5 -> Reason.NOT_VALID;
      case 7 -> Reason.BUSY;
      default -> Reason.REFUSED;
    };
  }
}
