// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A small message of protocol buffers while it is made; used again for the next. */
final class Message {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
  private final CodedOutputStream out = CodedOutputStream.newInstance(bytes, 256);

  /** Makes it empty. */
  Message clear() throws IOException {
    out.flush();
    bytes.reset();
    return this;
  }

  /** Adds a number, unless it is 0. */
  Message number(int field, long value) throws IOException {
    if (value != 0) {
      out.writeUInt64(field, value);
    }
    return this;
  }

  /** Adds a number of eight bytes. */
  Message fixed(int field, long value) throws IOException {
    out.writeFixed64(field, value);
    return this;
  }

  /** Adds a text, unless it is empty. */
  Message text(int field, String value) throws IOException {
    if (!value.isEmpty()) {
      out.writeByteArray(field, utf8(value));
    }
    return this;
  }

  /** Adds bytes. */
  Message bytes(int field, byte[] value) throws IOException {
    out.writeByteArray(field, value);
    return this;
  }

  /** Adds a message, or packed numbers. */
  Message bytes(int field, Message value) throws IOException {
    value.out.flush();
    out.writeTag(field, 2);
    out.writeUInt32NoTag(value.bytes.size());
    out.flush();
    value.bytes.writeTo(bytes);
    return this;
  }

  /** Adds a packed number, which has no tag of its own. */
  Message packed(long value) throws IOException {
    out.writeUInt64NoTag(value);
    return this;
  }

  /** Adds a packed number of eight bytes. */
  Message packedFixed(long value) throws IOException {
    out.writeFixed64NoTag(value);
    return this;
  }

  /** Writes it as a field of another message. */
  void writeTo(CodedOutputStream target, int field) throws IOException {
    out.flush();
    target.writeTag(field, 2);
    target.writeUInt32NoTag(bytes.size());
    target.write(bytes.toByteArray(), 0, bytes.size());
  }

  /** Writes its fields as those of another message. */
  void appendTo(CodedOutputStream target) throws IOException {
    out.flush();
    target.write(bytes.toByteArray(), 0, bytes.size());
  }

  /** Returns UTF-8, with a question mark for half a surrogate pair. */
  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
