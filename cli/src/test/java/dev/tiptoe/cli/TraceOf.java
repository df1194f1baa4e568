// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * A trace of a program that has one text for a name wherever it has one: of application domains,
 * assemblies, modules, dynamic methods and threads. Its types are those of a module on disk.
 */
public final class TraceOf {

  /** The one type whose metadata are at hand. */
  static final String TYPE = "0x400";

  private static final Path GOLDEN =
      Path.of(System.getProperty("tiptoe.home"), "trace/src/test/resources/golden.tiptoe");

  private static final int FILE_HEADER = 64;
  private static final int RECORD_HEADER = 32;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int sequence;

  private TraceOf() throws IOException {
    bytes.write(Files.readAllBytes(GOLDEN), 0, FILE_HEADER);
  }

  /** The trace of a program with that text, and with a module that is in that file. */
  public static byte[] text(String text, Path module) throws IOException {
    return of(text, module, new UUID(0, 0), true);
  }

  /** The same, of which the module's MVID is known. */
  static byte[] text(String text, Path module, UUID mvid) throws IOException {
    return of(text, module, mvid, true);
  }

  /** The same, and nothing was sampled. */
  static byte[] unsampled(String text, Path module) throws IOException {
    return of(text, module, new UUID(0, 0), false);
  }

  private static byte[] of(String text, Path module, UUID mvid, boolean isSampled)
      throws IOException {
    byte[] string = string(text);
    Number[] noGuid = {0L, 0L};
    TraceOf trace = new TraceOf();
    trace.identity(1, fields(1, s(2), s(9), s(0), s(1), s(1), s(0), 0L), string);
    trace.identity(2, fields(0x1f, 2, 0), string);
    trace.identity(3, fields(0x100L), string);
    trace.identity(4, fields(0x200L, 0x100L, 0x300L), string);
    trace.identity(
        5, fields(0x300L, 0x200L, 0L, 1), fields(noGuid), string("/no/such/" + text + ".dll"));
    trace.identity(5, fields(0x310L, 0x200L, 0L, 1), guid(mvid), string(module.toString()));
    trace.identity(7, fields(0x400L, 0x310L, 0L, 0x02000002, 1, s(0), s(0), 0));
    trace.identity(8, fields(0x500L, 0x400L, 0x310L, 0x06000001, 1, 0), string(""));
    trace.identity(8, fields(0x510L, 0L, 0x300L, 0x06000000, 1, 0), string);
    trace.identity(10, fields(0x600L, 1234));
    trace.identity(11, fields(0x600L), string);
    trace.identity(20, fields(0x80004005), string);
    if (isSampled) {
      trace.record(64, 1, 1, fields(0x600L, 0, 0, 2, 0x500L, 0x510L));
    }
    trace.identity(13, fields(1, 0, trace.sequence + 1L, 0L, 0L));
    return trace.bytes.toByteArray();
  }

  /** As .NET has it in memory: three little-endian numbers and eight bytes. */
  private static byte[] guid(UUID guid) {
    long first = guid.getMostSignificantBits();
    return ByteBuffer.allocate(16)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) (first >>> 32))
        .putShort((short) (first >>> 16))
        .putShort((short) first)
        .order(ByteOrder.BIG_ENDIAN)
        .putLong(guid.getLeastSignificantBits())
        .array();
  }

  private void identity(int type, byte[]... payload) {
    record(type, 0, ++sequence, payload);
  }

  private void record(int type, int lane, long number, byte[]... payload) {
    var all = new ByteArrayOutputStream();
    for (byte[] part : payload) {
      all.writeBytes(part);
    }
    ByteBuffer record =
        ByteBuffer.allocate(RECORD_HEADER + all.size()).order(ByteOrder.LITTLE_ENDIAN);
    record.putInt(0x43455254).putInt(0).putInt(record.capacity());
    record.putShort((short) type).putShort((short) lane).putLong(number).putLong(sequence * 10L);
    record.put(all.toByteArray());
    CRC32C crc = new CRC32C();
    crc.update(record.array(), 8, record.capacity() - 8);
    bytes.writeBytes(record.putInt(4, (int) crc.getValue()).array());
  }

  private static Short s(int value) {
    return (short) value;
  }

  private static byte[] string(String text) {
    var string = new ByteArrayOutputStream();
    string.writeBytes(fields(text.length() * Character.BYTES));
    // Half a surrogate pair is lost where Java encodes it.
    for (int i = 0; i < text.length(); i++) {
      string.write(text.charAt(i));
      string.write(text.charAt(i) >>> 8);
    }
    return string.toByteArray();
  }

  private static byte[] fields(Number... values) {
    ByteBuffer fields = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (Number value : values) {
      if (value instanceof Long) {
        fields.putLong(value.longValue());
      } else if (value instanceof Integer) {
        fields.putInt(value.intValue());
      } else {
        fields.putShort(value.shortValue());
      }
    }
    byte[] used = new byte[fields.position()];
    fields.get(0, used);
    return used;
  }
}
