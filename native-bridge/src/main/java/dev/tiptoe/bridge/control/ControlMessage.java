// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import dev.tiptoe.bridge.control.ControlException.Reason;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * One message of the control protocol, read front to back.
 *
 * <pre>
 *   0  4 mark     8  2 code       16 … payload
 *   4  2 version 10  2 reserved
 *   6  2 kind    12  4 length
 * </pre>
 *
 * <p>Reading a field beyond the end of the message throws {@link ControlException}.
 */
final class ControlMessage {

  static final int HEADER = 16;
  static final int LONGEST = 1 << 20;
  static final int OK = 0;

  private static final int MARK = 0x4C544354; // TCTL
  private static final int VERSION = 1;
  private static final int CODE = 8;
  private static final int LENGTH = 12;

  private final ByteBuffer bytes;

  private ControlMessage(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  // ---- requests

  /** A request without a payload, or with one of numbers. */
  static ByteBuffer request(RequestKind kind, long... payload) {
    ByteBuffer request =
        ByteBuffer.allocate(HEADER + Long.BYTES * payload.length).order(ByteOrder.LITTLE_ENDIAN);
    request.putInt(MARK).putShort((short) VERSION).putShort(kind.number()).putInt(0);
    request.putInt(Long.BYTES * payload.length);
    for (long value : payload) {
      request.putLong(value);
    }
    return request.flip();
  }

  // ---- answers

  /**
   * Returns the length of the payload that a header announces.
   *
   * @throws ControlException when it is not the header of an answer to such a request
   */
  static int payloadOf(ByteBuffer header, RequestKind kind) throws ControlException {
    ByteBuffer read = header.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    if (read.getInt(0) != MARK) {
      throw new ControlException(Reason.NO_ANSWER, "the answer is not that of a Tiptoe agent");
    }
    int length = read.getInt(LENGTH);
    boolean refused = read.getShort(CODE) != OK;
    // A client without permission is refused before its request was read.
    boolean answers = read.getShort(6) == kind.number() || (refused && read.getShort(6) == 0);
    if (!answers || length < 0 || length > LONGEST) {
      throw new ControlException(Reason.NO_ANSWER, "the agent's answer is damaged");
    }
    if (read.getShort(4) != VERSION && !refused) {
      throw new ControlException(
          Reason.NO_ANSWER, "the agent speaks version " + read.getShort(4) + ", this is 1");
    }
    return length;
  }

  /** Returns a whole answer, to be read from the beginning of its payload. */
  static ControlMessage answer(ByteBuffer whole) {
    return new ControlMessage(whole.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(HEADER));
  }

  int code() {
    return bytes.getShort(CODE) & 0xffff;
  }

  int i32() throws ControlException {
    try {
      return bytes.getInt();
    } catch (BufferUnderflowException e) {
      throw tooShort();
    }
  }

  long i64() throws ControlException {
    try {
      return bytes.getLong();
    } catch (BufferUnderflowException e) {
      throw tooShort();
    }
  }

  /** Reads a count of items of a size, and checks that all of them are there. */
  int count(int size) throws ControlException {
    int count = i32();
    if (count < 0 || (long) count * size > bytes.remaining()) {
      throw tooShort();
    }
    return count;
  }

  /** Reads a string; invalid UTF-8 is replaced. */
  String string() throws ControlException {
    byte[] text = new byte[count(1)];
    bytes.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private static ControlException tooShort() {
    return new ControlException(Reason.NO_ANSWER, "the agent's answer is too short");
  }
}
