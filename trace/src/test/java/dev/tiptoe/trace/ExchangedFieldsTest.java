// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Whole records, with right checksums, whose fields and order no agent wrote: IDs that refer to
 * each other, themselves, or nothing. Their facts go through the map, and each has a name.
 */
class ExchangedFieldsTest {

  private static final int RECORD_HEADER = 32;

  /** No name that is made of the golden trace's words comes near. */
  private static final int LONGEST_NAME = 1 << 20;

  private static final List<byte[]> RECORDS = records();
  private static final long[] VALUES = values();

  private static List<byte[]> records() {
    List<Integer> ends = Golden.ends();
    List<byte[]> records = new ArrayList<>();
    for (int i = 1; i < ends.size(); i++) {
      records.add(Arrays.copyOfRange(Golden.bytes(), ends.get(i - 1), ends.get(i)));
    }
    return records;
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Every ID in the golden trace, and what lies at the borders. */
  private static long[] values() {
    LongStream borders = LongStream.of(0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0xffff, 1L << 32);
    LongStream ids =
        RECORDS.stream()
            .flatMapToLong(
                record ->
                    LongStream.iterate(
                            RECORD_HEADER, at -> at + Long.BYTES <= record.length, at -> at + 8)
                        .map(at -> littleEndian(record).getLong((int) at)));
    return LongStream.concat(borders, ids).toArray();
  }

  @Property(tries = 100)
  void records_ofExchangedFields_areReportedAndNamed(@ForAll Random random) throws IOException {
    byte[] trace = trace(random);
    Path file = Files.createTempFile("exchanged", ".tiptoe");
    try {
      Files.write(file, trace);
      RecordedSession recorded = RecordedSession.read(file);
      TraceStatistics statistics = recorded.statistics();
      assertEquals(
          trace.length, statistics.bytes() + statistics.damagedBytes() + statistics.tailBytes());
      assertNamed(recorded.session());
    } finally {
      Files.delete(file);
    }
  }

  private static void assertNamed(Session session) {
    Moment now = session.now();
    session.map().history().classes().forEach(type -> assertName(session.nameOf(type)));
    session.map().history().functions().forEach(method -> assertName(session.nameOf(method)));
    session.map().now().classes().forEach(type -> assertName(now.nameOf(type.id())));
  }

  private static void assertName(String name) {
    assertTrue(!name.isEmpty() && name.length() < LONGEST_NAME, name.length() + " characters");
  }

  private static byte[] trace(Random random) {
    List<byte[]> records = new ArrayList<>();
    RECORDS.forEach(record -> records.add(record.clone()));
    for (int changes = 1 + random.nextInt(12); changes > 0; changes--) {
      change(records, random);
    }
    TraceBytes trace = new TraceBytes();
    boolean inOrder = random.nextInt(4) != 0;
    long sequence = 0;
    for (byte[] record : records) {
      ByteBuffer fields = littleEndian(record);
      boolean orderly = inOrder && random.nextInt(20) != 0;
      sequence++;
      trace.record(
          fields.getShort(RecordLayout.TYPE),
          fields.getShort(RecordLayout.LANE),
          orderly ? sequence : fields.getLong(RecordLayout.SEQUENCE),
          orderly ? 10 * sequence : fields.getLong(RecordLayout.TIME),
          Arrays.copyOfRange(record, RECORD_HEADER, record.length));
    }
    return trace.toArray();
  }

  private static void change(List<byte[]> records, Random random) {
    int which = random.nextInt(records.size());
    byte[] record = records.get(which);
    long value = VALUES[random.nextInt(VALUES.length)];
    ByteBuffer fields = littleEndian(record);
    int longs = (record.length - RecordLayout.SEQUENCE) / Long.BYTES;
    int at = RecordLayout.SEQUENCE + Long.BYTES * random.nextInt(longs);
    switch (random.nextInt(6)) {
      case 0 -> records.add(random.nextInt(records.size()), record.clone());
      case 1 -> Collections.swap(records, which, random.nextInt(records.size()));
      case 2 -> fields.putInt(at + 4 * random.nextInt(2), (int) value);
      case 3 -> fields.put(RecordLayout.TYPE + random.nextInt(record.length - 12), (byte) value);
      default -> fields.putLong(at, value);
    }
  }
}
