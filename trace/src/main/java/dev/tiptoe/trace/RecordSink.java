// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.trace.RecordType.Lane;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Appends the header and the records of a trace to a file, each record with the next number of its
 * lane. Mutable, not thread-safe; holds an open file and 2 MiB.
 *
 * <p>Times in the identity lane increase strictly, as the format has it. A fact that is not later
 * than the record before it gets a later time as a record, and a {@code FactTime} before it.
 */
final class RecordSink implements AutoCloseable {

  private static final int BUFFER = 1 << 16;

  private final FileChannel file;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
  private final RecordDraft timeDraft = new RecordDraft();
  private final long[] sequences = new long[Lane.values().length];
  private long lastIdentity = -1;
  private long leftOut;
  private @Nullable IOException failure;

  RecordSink(Path path, int pid, long began, UUID traceId) throws IOException {
    file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    buffer.put(header(pid, began, traceId));
  }

  private static ByteBuffer header(int pid, long began, UUID traceId) {
    ByteBuffer header = ByteBuffer.allocate(FileHeaderLayout.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(FileHeaderLayout.MAGIC, FileHeaderLayout.MAGIC_VALUE);
    header.putShort(FileHeaderLayout.MAJOR, (short) FileHeaderLayout.MAJOR_VALUE);
    header.putShort(FileHeaderLayout.MINOR, (short) FileHeaderLayout.MINOR_VALUE);
    header.putInt(FileHeaderLayout.HEADER_LENGTH, FileHeaderLayout.LENGTH);
    header.putLong(FileHeaderLayout.BEGAN, began);
    header.putInt(FileHeaderLayout.PID, pid);
    header.putInt(FileHeaderLayout.POINTER_SIZE, FileHeaderLayout.POINTER_SIZE_VALUE);
    header.put(FileHeaderLayout.TRACE_ID, RecordDraft.guid(traceId));
    CRC32C crc = new CRC32C();
    crc.update(header.array(), 0, FileHeaderLayout.CRC);
    header.putInt(FileHeaderLayout.CRC, (int) crc.getValue());
    return header;
  }

  /**
   * Appends a record of the identity lane.
   *
   * @param at the time of its fact
   */
  void identity(long at, RecordDraft record) {
    requireTime(at);
    if (leaveOut(Lane.IDENTITY, record)) {
      return;
    }
    if (at <= lastIdentity) {
      timeDraft
          .begin(RecordLayout.FactTime.RECORD_TYPE, RecordLayout.FactTime.FIELDS_END)
          .i64(RecordLayout.FactTime.AT, at);
      append(Lane.IDENTITY, timeDraft, lastIdentity + 1);
      append(Lane.IDENTITY, record, lastIdentity + 1);
    } else {
      append(Lane.IDENTITY, record, at);
    }
  }

  /** Appends a record whose own time does not matter, in the identity lane. */
  void piece(RecordDraft record) {
    append(Lane.IDENTITY, record, lastIdentity + 1);
  }

  /** Appends a record of the lane of samples. */
  void sample(long at, RecordDraft record) {
    requireTime(at);
    if (!leaveOut(Lane.SAMPLES, record)) {
      append(Lane.SAMPLES, record, at);
    }
  }

  private static void requireTime(long at) {
    if (at < 0) {
      throw new IllegalArgumentException("a trace has no time before its beginning: " + at);
    }
  }

  /** Leaves out what is too long for a record; the hole in the sequence shows it. */
  private boolean leaveOut(Lane lane, RecordDraft record) {
    if (record.isTooLong()) {
      sequences[lane.number()]++;
      leftOut++;
    }
    return record.isTooLong();
  }

  /** Counts a fact that the format has no record for. */
  void leaveOut() {
    leftOut++;
  }

  private void append(Lane lane, RecordDraft record, long time) {
    if (lane == Lane.IDENTITY) {
      lastIdentity = time;
    }
    ByteBuffer bytes = record.finish(lane.number(), ++sequences[lane.number()], time);
    if (failure != null) {
      leftOut++;
      return;
    }
    try {
      if (buffer.remaining() < bytes.remaining()) {
        drain();
      }
      if (buffer.remaining() < bytes.remaining()) {
        writeAll(bytes);
      } else {
        buffer.put(bytes);
      }
    } catch (IOException e) {
      failure = e;
      leftOut++;
    }
  }

  private void drain() throws IOException {
    buffer.flip();
    writeAll(buffer);
    buffer.clear();
  }

  private void writeAll(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }

  /** Writes what is still in memory. */
  void flush() throws IOException {
    if (failure != null) {
      throw failure;
    }
    drain();
  }

  /** Returns the number of identity records when one more fact, of that time, is there. */
  long identityRecordsWith(long at) {
    return sequences[Lane.IDENTITY.number()] + (at <= lastIdentity ? 2 : 1);
  }

  /** Returns the number of facts that are not in the file. */
  long leftOut() {
    return leftOut;
  }

  @Override
  public void close() throws IOException {
    try (FileChannel closed = file) {
      if (closed.isOpen()) {
        flush();
      }
    }
  }
}
