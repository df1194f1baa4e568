// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static dev.tiptoe.trace.TraceBytes.fields;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Whole records that this reader's own agent does not write: of newer writers, after a loss, or
 * contradicting themselves.
 */
class ForeignRecordsTest {

  private static final int MODULE_ATTACHED = 6;
  private static final int CLASS_SEEN = 7;
  private static final int UNLOAD_STARTED = 9;
  private static final int THREAD_NAMED = 11;
  private static final int THREAD_DESTROYED = 12;
  private static final int STACK_SAMPLE = 64;
  private static final int SAMPLER_TOTALS = 65;

  @Test
  void record_ofUnknownType_isSkippedAndCounted() {
    Reading reading =
        Reading.of(
            new TraceBytes()
                .identity(THREAD_DESTROYED, fields(1L))
                .identity(999, fields(1L, 2L, 3L))
                .identity(THREAD_DESTROYED, fields(2L))
                .toArray());
    assertEquals(List.of("10 threadDestroyed 0x1", "30 threadDestroyed 0x2"), reading.facts());
    assertEquals(1, reading.statistics().unknownRecords());
    assertEquals(0, reading.statistics().identityLost());
    assertEquals(3, reading.statistics().totalRecords());
  }

  @Test
  void record_ofUnknownLane_isSkippedAndCounted() {
    Reading reading =
        Reading.of(new TraceBytes().record(THREAD_DESTROYED, 7, 1, 1, fields(1L)).toArray());
    assertEquals(List.of(), reading.facts());
    assertEquals(1, reading.statistics().unknownRecords());
  }

  @Test
  void record_inTheWrongLane_isSkippedAndCounted() {
    Reading reading =
        Reading.of(new TraceBytes().record(THREAD_DESTROYED, 1, 1, 1, fields(1L)).toArray());
    assertEquals(List.of(), reading.facts());
    assertEquals(1, reading.statistics().unknownRecords());
  }

  @Test
  void record_withFieldsOfANewerMinor_isReadWithoutThem() {
    Reading reading =
        Reading.of(new TraceBytes().identity(MODULE_ATTACHED, fields(3L, 4L, 5L, 6)).toArray());
    assertEquals(List.of("10 moduleAttached 0x3 0x4"), reading.facts());
  }

  /** Earlier agents wrote no longest pause. */
  @Test
  void totals_ofAnEarlierAgent_areReadAsFarAsTheyGo() {
    byte[] fields = fields(2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
    Reading reading =
        Reading.of(new TraceBytes().record(SAMPLER_TOTALS, 1, 1, 1, fields).toArray());
    assertEquals(
        Optional.of(new SamplerTotals(2, 3, 4, 5, 6, 7, 8, 9, 10, 0)),
        reading.statistics().sampler());
    assertEquals(0, reading.statistics().damagedBytes());
  }

  @Test
  void value_thatIsUnknown_isSkippedAndCounted() {
    Reading reading =
        Reading.of(
            new TraceBytes()
                .identity(UNLOAD_STARTED, fields(6, 0, 1L))
                .identity(CLASS_SEEN, fields(1L, 2L, 3L, 4, 99, (byte) 0, (byte) 0, (short) 0, 0))
                .identity(CLASS_SEEN, fields(1L, 2L, 3L, 4, 1, (byte) 3, (byte) 0, (short) 0, 0))
                .toArray());
    assertEquals(List.of(), reading.facts());
    assertEquals(3, reading.statistics().unknownRecords());
    assertEquals(0, reading.statistics().damagedBytes());
  }

  /** A chain of arrays of 65,535 dimensions had names of megabytes, from records of 80 bytes. */
  @Test
  void array_ofMoreDimensionsThanTheClrLoads_isSkippedAndCounted() {
    TraceBytes trace = new TraceBytes();
    for (short rank : new short[] {32, 33, -1}) {
      trace.identity(
          CLASS_SEEN, fields((long) rank, 0L, 0L, 0, 1, (byte) 1, (byte) 8, rank, 1, 7L));
    }
    Reading reading = Reading.of(trace.toArray());
    assertEquals(1, reading.facts().size());
    assertEquals(2, reading.statistics().unknownRecords());
    assertEquals(0, reading.statistics().damagedBytes());
  }

  @Test
  void sequence_withAHole_tellsHowManyAreMissingInEachLane() {
    Reading reading =
        Reading.of(
            new TraceBytes()
                .record(THREAD_DESTROYED, 0, 3, 10, fields(1L))
                .record(STACK_SAMPLE, 1, 1, 11, fields(1L, 0, 0, 0))
                .record(STACK_SAMPLE, 1, 7, 11, fields(1L, 0, 0, 0))
                .record(THREAD_DESTROYED, 0, 4, 20, fields(1L))
                .record(THREAD_DESTROYED, 0, 9, 30, fields(1L))
                .toArray());
    assertEquals(5, reading.facts().size());
    assertEquals(2 + 4, reading.statistics().identityLost());
    assertEquals(5, reading.statistics().samplesLost());
  }

  /** The sums of a hostile trace's jumps stay in range. */
  @Test
  void sequence_thatJumpsAsFarAsItCan_doesNotOverflow() {
    Reading reading =
        Reading.of(
            new TraceBytes()
                .record(THREAD_DESTROYED, 0, Long.MAX_VALUE, 10, fields(1L))
                .record(THREAD_DESTROYED, 0, 1, 20, fields(1L))
                .record(THREAD_DESTROYED, 0, Long.MAX_VALUE, 30, fields(1L))
                .toArray());
    assertEquals(Long.MAX_VALUE - 1, reading.statistics().identityLost());
  }

  @Test
  void identity_whoseTimeStandsOrGoesBack_isDamage() {
    Reading reading =
        Reading.of(
            new TraceBytes()
                .record(THREAD_DESTROYED, 0, 1, 10, fields(1L))
                .record(THREAD_DESTROYED, 0, 2, 10, fields(2L))
                .record(THREAD_DESTROYED, 0, 3, 9, fields(3L))
                .record(THREAD_DESTROYED, 0, 4, -1, fields(4L))
                .record(THREAD_DESTROYED, 0, -1, 11, fields(5L))
                .record(THREAD_DESTROYED, 0, 5, 11, fields(6L))
                .toArray());
    assertEquals(List.of("10 threadDestroyed 0x1", "11 threadDestroyed 0x6"), reading.facts());
    assertEquals(4 * 40, reading.statistics().damagedBytes());
  }

  /** Time ends, and what is missing then is missing from its end on. */
  @Test
  void damage_behindTheLastTimeThatThereIs_endsCoverageThere() {
    Reading reading =
        Reading.of(
            new TraceBytes()
                .record(THREAD_DESTROYED, 0, 1, Long.MAX_VALUE, fields(1L))
                .record(THREAD_DESTROYED, 0, 2, Long.MAX_VALUE, fields(2L))
                .toArray());
    assertEquals(List.of(Long.MAX_VALUE + " threadDestroyed 0x1"), reading.facts());
    assertEquals(1, reading.holes().size());
    assertTrue(reading.holes().get(0).startsWith(Long.MAX_VALUE + " "), reading.holes()::toString);
  }

  @Test
  void counts_thatReachBehindTheRecord_areDamage() {
    for (int count : new int[] {1, 0x1000_0000, 0x2000_0001, -1, Integer.MIN_VALUE}) {
      Reading reading =
          Reading.of(
              new TraceBytes()
                  .record(STACK_SAMPLE, 1, 1, 11, fields(1L, 0, 0, count))
                  .identity(THREAD_NAMED, fields(1L, 2 * count, (short) 65))
                  .identity(THREAD_DESTROYED, fields(1L))
                  .toArray());
      // Twice the last count is 0 again: an empty name.
      int read = 2 * count == 2 || 2 * count == 0 ? 2 : 1;
      assertEquals(read, reading.facts().size(), "count " + count);
    }
  }

  @Test
  void string_withHalfAUnit_isDamage() {
    Reading reading =
        Reading.of(new TraceBytes().identity(THREAD_NAMED, fields(1L, 1, (byte) 65)).toArray());
    assertEquals(List.of(), reading.facts());
    assertEquals(45, reading.statistics().damagedBytes());
  }

  @Test
  void record_tooShortForItsFields_isDamage() {
    for (RecordType type : RecordType.values()) {
      Reading reading =
          Reading.of(new TraceBytes().record(type.code(), type.lane().number(), 1, 1).toArray());
      assertEquals(List.of(), reading.facts());
      assertEquals(32, reading.statistics().damagedBytes(), type.name());
    }
  }
}
