// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.given;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Writes a message as the wire format allows it and no writer does: fields in any order, numbers
 * one by one or packed in parts, lengths with more bytes than they need, unknown fields and groups.
 */
public final class OddWriter {

  private final Random random;

  private OddWriter(Random random) {
    this.random = random;
  }

  /** Returns the bytes of a message. */
  public static byte[] write(Message message, Random random) {
    return new OddWriter(random).message(message);
  }

  private byte[] message(Message message) {
    List<List<byte[]>> fields = new ArrayList<>();
    for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      fields.add(field(field.getKey(), field.getValue()));
    }
    if (random.nextInt(4) == 0) {
      fields.add(new ArrayList<>(List.of(unknown())));
    }
    var out = new ByteArrayOutputStream();
    while (!fields.isEmpty()) {
      int chosen = random.nextInt(3) == 0 ? random.nextInt(fields.size()) : 0;
      List<byte[]> parts = fields.get(chosen);
      out.writeBytes(parts.remove(0));
      if (parts.isEmpty()) {
        fields.remove(chosen);
      }
    }
    return out.toByteArray();
  }

  private byte[] unknown() {
    int number = 100 + random.nextInt(20);
    UnknownFieldSet.Field.Builder field = UnknownFieldSet.Field.newBuilder();
    switch (random.nextInt(5)) {
      case 0 -> field.addVarint(random.nextLong());
      case 1 -> field.addFixed32(random.nextInt());
      case 2 -> field.addFixed64(random.nextLong());
      case 3 -> field.addLengthDelimited(ByteString.copyFromUtf8("?".repeat(random.nextInt(9))));
      default ->
          field.addGroup(
              UnknownFieldSet.newBuilder()
                  .addField(1, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
                  .build());
    }
    return UnknownFieldSet.newBuilder().addField(number, field.build()).build().toByteArray();
  }

  private List<byte[]> field(FieldDescriptor field, Object value) {
    List<?> values = field.isRepeated() ? (List<?>) value : List.of(value);
    List<byte[]> parts = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      if (field.isPackable() && random.nextInt(3) > 0) {
        int end = i + 1 + random.nextInt(values.size() - i);
        var packed = new ByteArrayOutputStream();
        for (; i < end; i++) {
          packed.writeBytes(plain(field, values.get(i), false));
        }
        i--;
        parts.add(delimited(field.getNumber(), packed.toByteArray()));
      } else {
        parts.add(one(field, values.get(i)));
      }
    }
    return parts;
  }

  private byte[] one(FieldDescriptor field, Object value) {
    if (value instanceof Message inner) {
      return delimited(field.getNumber(), message(inner));
    }
    if (value instanceof String text) {
      return delimited(field.getNumber(), ByteString.copyFromUtf8(text).toByteArray());
    }
    if (value instanceof ByteString bytes) {
      return delimited(field.getNumber(), bytes.toByteArray());
    }
    return plain(field, value, true);
  }

  private static byte[] plain(FieldDescriptor field, Object value, boolean tag) {
    var bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      if (tag) {
        out.writeTag(field.getNumber(), field.getLiteType().getWireType());
      }
      switch (field.getType()) {
        case INT32 -> out.writeInt32NoTag((Integer) value);
        case UINT32 -> out.writeUInt32NoTag((Integer) value);
        case INT64 -> out.writeInt64NoTag((Long) value);
        case UINT64 -> out.writeUInt64NoTag((Long) value);
        case FIXED64 -> out.writeFixed64NoTag((Long) value);
        case BOOL -> out.writeBoolNoTag((Boolean) value);
        default -> throw new IllegalStateException(field.toString());
      }
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private byte[] delimited(int number, byte[] content) {
    var bytes = new ByteArrayOutputStream();
    varint(bytes, ((long) number << 3) | 2, 0);
    varint(bytes, content.length, random.nextInt(6) == 0 ? 1 + random.nextInt(3) : 0);
    bytes.writeBytes(content);
    return bytes.toByteArray();
  }

  /** Writes a number with some bytes more than it needs. */
  private static void varint(ByteArrayOutputStream out, long value, int more) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest | (more > 0 ? 0x80 : 0));
    for (int i = 0; i < more; i++) {
      out.write(i + 1 < more ? 0x80 : 0);
    }
  }
}
