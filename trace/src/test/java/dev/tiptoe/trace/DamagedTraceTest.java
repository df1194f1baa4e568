// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Bytes that are not what was written. */
class DamagedTraceTest {

  private static final int HEADER_LENGTH = 64;

  /**
   * A byte of the header that matters, changed: any of the checksummed ones, or of the checksum.
   */
  @Test
  void header_withAnyByteChanged_isRefused() {
    for (int i = 0; i < HEADER_LENGTH; i++) {
      byte[] bytes = Golden.bytes();
      bytes[i] ^= 0x10;
      TraceFormatException e = assertThrows(TraceFormatException.class, () -> Reading.of(bytes));
      assertTrue(e.offset() <= HEADER_LENGTH, e.getMessage());
      assertTrue(e.file().endsWith(".tiptoe") && !e.reason().isEmpty(), e.getMessage());
    }
  }

  /** The first bytes of each record, where its fields are, and every 31st. */
  @Test
  void record_withAByteChanged_isLostAloneAndCounted() {
    changeBytes(31);
  }

  /** Changes every byte of the first sixteen of each record, and one of so many behind them. */
  static void changeBytes(int oneOf) {
    byte[] whole = Golden.bytes();
    List<Integer> ends = Golden.ends();
    List<String> facts = Golden.facts();
    // Behind the last of them come samples, and the end.
    for (int record = 0; isIdentity(whole, ends.get(record + 1)); record++) {
      int lost = factsUpTo(whole, ends.get(record + 1)) - factsUpTo(whole, ends.get(record));
      for (int at = ends.get(record); at < ends.get(record + 1); at++) {
        if (at >= ends.get(record) + 16 && (at - ends.get(record)) % oneOf != 0) {
          continue;
        }
        byte[] bytes = whole.clone();
        bytes[at] ^= 0x10;
        Reading reading = Reading.of(bytes);
        assertEquals(facts.size() - lost, reading.facts().size(), "changed at " + at);
        assertEquals(
            ends.get(record + 1) - ends.get(record),
            reading.statistics().damagedBytes(),
            "changed at " + at);
        assertEquals(1, reading.statistics().identityLost(), "changed at " + at);
        assertEquals(List.of(endOfCoverageFrom(whole, ends, record)), reading.holes());
      }
    }
  }

  private static boolean isIdentity(byte[] trace, int begin) {
    return trace[begin + RecordLayout.LANE] == 0;
  }

  private static int factsUpTo(byte[] trace, int end) {
    return Reading.of(Arrays.copyOf(trace, end)).facts().size();
  }

  /** There is no coverage from directly after the last whole record, or from the beginning. */
  private static String endOfCoverageFrom(byte[] trace, List<Integer> ends, int lost) {
    ByteBuffer bytes = ByteBuffer.wrap(trace).order(ByteOrder.LITTLE_ENDIAN);
    long since = lost == 0 ? 0 : bytes.getLong(ends.get(lost - 1) + RecordLayout.TIME) + 1;
    return since
        + " coverage [MODULES, CLASSES, JITTED_FUNCTIONS, THREADS, UNLOADS, FUNCTION_UNLOADS]"
        + " ENDED identity records are missing or damaged";
  }

  /**
   * Whatever happens to the bytes behind the header, facts that are passed on were written, in that
   * order, and every byte is counted.
   */
  @Property(tries = 30)
  void trace_damagedAnyhow_tellsOnlyWhatWasWritten(
      @ForAll @Size(min = 1, max = 12)
          List<@IntRange(min = 0, max = Integer.MAX_VALUE) Integer> places,
      @ForAll @Size(12) byte[] values,
      @ForAll @IntRange(min = 0, max = 2) int kind) {
    byte[] bytes = Golden.bytes();
    for (int i = 0; i < places.size(); i++) {
      int behindHeader = Math.max(1, bytes.length - HEADER_LENGTH - 1);
      int place = HEADER_LENGTH + places.get(i) % behindHeader;
      bytes = damaged(bytes, place, values[i], kind);
    }
    Reading reading = Reading.of(bytes);
    TraceStatistics statistics = reading.statistics();
    assertEquals(
        bytes.length, statistics.bytes() + statistics.damagedBytes() + statistics.tailBytes());
    assertSubsequence(Golden.facts(), reading.facts());
  }

  /** Overwrites a byte, inserts one, or cuts out as many as it says. */
  private static byte[] damaged(byte[] bytes, int place, byte value, int kind) {
    byte[] head = Arrays.copyOf(bytes, place + (kind == 1 ? 1 : 0));
    int most = Math.max(0, bytes.length - place - 1);
    int cut = kind == 2 ? Math.min(Byte.toUnsignedInt(value), most) : 0;
    byte[] tail = Arrays.copyOfRange(bytes, place + cut, bytes.length);
    byte[] result = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, result, head.length, tail.length);
    if (kind != 2) {
      result[place] = value;
    }
    return result;
  }

  private static void assertSubsequence(List<String> whole, List<String> part) {
    Iterator<String> written = whole.iterator();
    for (String fact : part) {
      boolean found = false;
      while (!found && written.hasNext()) {
        found = written.next().equals(fact);
      }
      assertTrue(found, () -> "not written, or not here: " + fact);
    }
  }

  @Test
  void length_thatReachesBehindTheEnd_doesNotHideWholeRecords() {
    byte[] lying = Golden.bytes();
    ByteBuffer.wrap(lying).order(ByteOrder.LITTLE_ENDIAN).putInt(Golden.ends().get(1) + 8, 1 << 20);
    Reading reading = Reading.of(lying);
    assertEquals(Golden.facts().size() - 1, reading.facts().size());
    assertEquals(1, reading.statistics().identityLost());
    assertEquals(0, reading.state().tailBytes());
  }

  /** Without a bound on checksums in vain this takes minutes: every mark claims the next MiB. */
  @Test
  void marks_everywhereWithTheLongestLength_takeTimeInProportion() {
    ByteBuffer hostile = ByteBuffer.allocate(16 << 20).order(ByteOrder.LITTLE_ENDIAN);
    hostile.put(Golden.bytes(), 0, HEADER_LENGTH);
    while (hostile.remaining() >= 12) {
      hostile.putInt(0x43455254).putInt(0).putInt(1 << 20);
    }
    Reading reading =
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> Reading.of(hostile.array()));
    assertEquals(0, reading.state().records());
    assertEquals(
        hostile.capacity() - HEADER_LENGTH,
        reading.statistics().damagedBytes() + reading.state().tailBytes());
  }

  @Test
  void record_ofTheLongestLength_isRead() {
    byte[] frames = new byte[(1 << 20) - 32];
    ByteBuffer.wrap(frames).order(ByteOrder.LITTLE_ENDIAN).putInt(16, (frames.length - 20) / 8);
    byte[] trace =
        new TraceBytes().record(64, 1, 1, 5, frames).record(64, 1, 2, 6, frames).toArray();
    Reading reading = Reading.of(trace);
    assertEquals(2, reading.facts().size());
    assertEquals(0, reading.statistics().damagedBytes());
  }

  @Test
  void record_longerThanTheLongest_isDamage() {
    byte[] trace =
        new TraceBytes().record(64, 1, 1, 5, new byte[1 << 20]).identity(12, new byte[8]).toArray();
    Reading reading = Reading.of(trace);
    assertEquals(List.of("10 threadDestroyed 0x0"), reading.facts());
    assertEquals((1 << 20) + 32, reading.statistics().damagedBytes());
  }
}
