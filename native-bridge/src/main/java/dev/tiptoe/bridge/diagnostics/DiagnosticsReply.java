// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.diagnostics;

import dev.tiptoe.bridge.com.Guid;
import dev.tiptoe.bridge.diagnostics.DiagnosticsException.Reason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * A runtime's answer, read field after field. Mutable, not thread-safe; holds the bytes, at most 64
 * KiB.
 *
 * <p>Each read throws {@link DiagnosticsException} when the bytes end before the field. Bytes
 * behind the last known field are ignored, since newer runtimes add fields.
 */
final class DiagnosticsReply {

  private final String what;
  private final String where;
  private final ByteBuffer bytes;

  DiagnosticsReply(String what, String where, ByteBuffer bytes) {
    this.what = what;
    this.where = where;
    this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
  }

  int i32() throws DiagnosticsException {
    return needing(Integer.BYTES).getInt();
  }

  long i64() throws DiagnosticsException {
    return needing(Long.BYTES).getLong();
  }

  UUID guid() throws DiagnosticsException {
    byte[] guid = new byte[Guid.SIZE];
    needing(guid.length).get(guid);
    return Guid.of(guid);
  }

  /** Reads a counted text, without its terminating NUL, which some senders leave out. */
  String string() throws DiagnosticsException {
    long units = Integer.toUnsignedLong(i32());
    if (units > bytes.remaining() / Character.BYTES) {
      throw malformed("a text of " + units + " characters in " + bytes.remaining() + " bytes");
    }
    char[] text = new char[(int) units];
    bytes.asCharBuffer().get(text);
    bytes.position(bytes.position() + (text.length * Character.BYTES));
    boolean terminated = text.length > 0 && text[text.length - 1] == 0;
    return new String(text, 0, terminated ? text.length - 1 : text.length);
  }

  DiagnosticsException refused(int hresult) {
    return DiagnosticsException.refused(what, where, hresult);
  }

  private DiagnosticsException malformed(String words) {
    return DiagnosticsException.of(Reason.MALFORMED, what, where, words);
  }

  private ByteBuffer needing(int length) throws DiagnosticsException {
    if (length > bytes.remaining()) {
      throw malformed("a field of " + length + " bytes, of which there are " + bytes.remaining());
    }
    return bytes;
  }
}
