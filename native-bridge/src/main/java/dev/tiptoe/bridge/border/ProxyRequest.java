// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.border;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;

/** The requests to the proxy, with the numbers of {@code border/protocol.h}. */
enum ProxyRequest {
  CONNECT_TO_RUNTIME(1),
  CONNECT_TO_AGENT(2),
  SEND(3),
  RECEIVE(4),
  HANG_UP(5),
  PUT_AGENT(6),
  NEW_CONTROL_PATH(7),
  CLEAR_CONTROL_SOCKETS(8),
  BEGIN_TRACE(9),
  READ_TRACE(10),
  END_TRACE(11);

  private static final int PRELUDE = 1 + Integer.BYTES;

  private final int number;

  ProxyRequest(int number) {
    this.number = number;
  }

  /** Returns the message for the request; reads the rest of the payload. */
  byte[] message(Duration time, ByteBuffer payload) {
    int length = PRELUDE + payload.remaining();
    byte[] message = new byte[Integer.BYTES + length];
    var ignored =
        ByteBuffer.wrap(message)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(length)
            .put((byte) number)
            .putInt((int) Math.min(Integer.MAX_VALUE, time.toMillis() + 1))
            .put(payload);
    return message;
  }
}
