// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.profile.SampleType;
import dev.tiptoe.profile.wire.MessageFields;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireReader;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A Profile message of OTLP: its kind of values, and where its samples are.
 *
 * @param samples the same for two profiles whose samples have the same stacks, attributes and times
 *     in one order, and as many values
 * @param began its beginning, or the first time of a sample; 0 when neither is known
 */
record OtlpProfile(
    ProfileBytes bytes,
    long start,
    long end,
    SampleType type,
    SampleType periodType,
    long period,
    List<Long> samples,
    long began,
    boolean hasTimes) {

  private static final int SAMPLE_TYPE = 1;
  private static final int SAMPLE = 2;
  private static final int TIME = 3;
  private static final int PERIOD_TYPE = 5;
  private static final int PERIOD = 6;

  private static final int STACK = 1;
  private static final int ATTRIBUTES = 2;
  private static final int VALUES = 4;
  private static final int TIMES = 5;
  private static final long PACKED = MessageFields.bits(ATTRIBUTES, VALUES, TIMES);
  private static final long FIXED = MessageFields.bits(TIMES);

  private static final MessageFields.Messages NO_MESSAGES = (field, start, end) -> {};

  /** Receives the values of samples. */
  interface Receiver {
    /**
     * Receives a value.
     *
     * @param other the value of another kind that belongs to it; 0 where only one kind is read
     */
    void value(long at, int thread, int stack, long value, long other, long offset);
  }

  /** What is known of a profile before its samples are needed. */
  private static final class Survey {
    final long[] type = new long[2];
    final long[] periodType = new long[2];
    long period;
    long time;
    long firstTime = Long.MAX_VALUE;
    long hash = 17;
    long count;

    void number(int field, long value) {
      if (field == TIME) {
        time = value;
      } else if (field == PERIOD) {
        period = value;
      }
    }

    void sample(int field, long value) {
      hash = (hash * 31 + field) * 0x9E3779B97F4A7C15L + (field == VALUES ? 0 : value);
      if (field == TIMES) {
        firstTime = Math.min(firstTime, value);
      }
    }
  }

  /** Reads what is known before the samples are needed. */
  static OtlpProfile survey(
      ProfileBytes bytes, WireReader in, OtlpTables tables, long start, long end) {
    Survey survey = new Survey();
    MessageFields.Numbers ofSample = survey::sample;
    in.seek(start);
    MessageFields.read(
        in,
        end,
        0,
        0,
        survey::number,
        (field, from, to) -> {
          if (field == SAMPLE) {
            survey.count++;
            survey.hash *= 31;
            MessageFields.read(in, to, PACKED, FIXED, ofSample, NO_MESSAGES);
          } else if (field == SAMPLE_TYPE || field == PERIOD_TYPE) {
            long[] into = field == SAMPLE_TYPE ? survey.type : survey.periodType;
            MessageFields.read(
                in,
                to,
                0,
                (number, value) -> {
                  if (number == 1 || number == 2) {
                    into[number - 1] = value;
                  }
                });
          }
        });
    boolean hasTimes = survey.firstTime != Long.MAX_VALUE;
    return new OtlpProfile(
        bytes,
        start,
        end,
        tables.sampleType(survey.type[0], survey.type[1], start),
        tables.sampleType(survey.periodType[0], survey.periodType[1], start),
        survey.period,
        List.of(survey.count, survey.hash),
        hasTimes ? survey.firstTime : survey.time,
        hasTimes);
  }

  /**
   * Reads the samples; times count from {@code origin}.
   *
   * @param other a profile of another kind of values, with the same {@link #samples}
   */
  void read(
      WireReader in,
      OtlpTables tables,
      long origin,
      Optional<OtlpProfile> other,
      Receiver receiver) {
    Reading reading = new Reading(tables);
    Optional<Cursor> others = other.map(it -> new Cursor(it, tables));
    in.seek(start);
    MessageFields.read(
        in,
        end,
        0,
        0,
        (field, value) -> {},
        (field, from, to) -> {
          if (field == SAMPLE) {
            reading.begin(from);
            MessageFields.read(in, to, PACKED, FIXED, reading.numbers, NO_MESSAGES);
            others.ifPresent(Cursor::next);
            reading.end(bytes, origin, others.map(it -> it.sample), receiver);
          }
        });
  }

  /** Reads the samples of a profile one by one, beside another reader of the same file. */
  private static final class Cursor {
    final WireReader in;
    final long end;
    final Reading sample;

    Cursor(OtlpProfile profile, OtlpTables tables) {
      in = new WireReader(profile.bytes());
      in.seek(profile.start());
      end = profile.end();
      sample = new Reading(tables);
    }

    void next() {
      sample.begin(in.position());
      while (in.position() < end) {
        int tag = in.tag(end);
        if (tag == WireReader.message(SAMPLE)) {
          MessageFields.read(in, in.enter(end), PACKED, FIXED, sample.numbers, NO_MESSAGES);
          return;
        }
        in.skip(tag, end);
      }
    }
  }

  /** The sample that is read. */
  private static final class Reading {
    final OtlpTables tables;
    final MessageFields.Numbers numbers = this::number;
    final AttributeCache cache;
    long offset;
    long stack;
    long threadId;
    String threadName = "";
    long[] values = new long[4];
    int valueCount;
    long[] times = new long[4];
    int timeCount;

    Reading(OtlpTables tables) {
      this.tables = tables;
      this.cache = new AttributeCache(tables);
    }

    void begin(long at) {
      offset = at;
      stack = 0;
      threadId = 0;
      threadName = "";
      valueCount = 0;
      timeCount = 0;
    }

    void number(int field, long value) {
      switch (field) {
        case STACK -> stack = value;
        case ATTRIBUTES -> {
          AttributeCache.ThreadLabel thread = cache.of(value, offset);
          threadId = thread.id() == 0 ? threadId : thread.id();
          threadName = thread.name().isEmpty() ? threadName : thread.name();
        }
        case VALUES -> {
          values = valueCount == values.length ? Arrays.copyOf(values, valueCount * 2) : values;
          values[valueCount++] = value;
        }
        case TIMES -> {
          times = timeCount == times.length ? Arrays.copyOf(times, timeCount * 2) : times;
          times[timeCount++] = value;
        }
        default -> {}
      }
    }

    /** Returns a value; a sample that has only times has the value 1 at each. */
    long value(int place) {
      return valueCount == 0 ? 1 : place < valueCount ? values[place] : 0;
    }

    void end(ProfileBytes bytes, long origin, Optional<Reading> other, Receiver receiver) {
      int thread = tables.sink().thread(threadId, threadName, offset);
      int node = tables.node(stack, offset);
      if (valueCount > 1 && timeCount > 0 && timeCount != valueCount) {
        throw bytes.bad(
            offset, "a sample has " + valueCount + " values and " + timeCount + " times");
      }
      if (valueCount <= 1 && timeCount != 1 && valueCount != 0) {
        // One value for all times, which are then only known as a range.
        long at = timeCount == 0 ? 0 : Math.max(0, times[0] - origin);
        receiver.value(at, thread, node, values[0], valueOf(other, 0), offset);
        return;
      }
      for (int i = 0; i < Math.max(valueCount, timeCount); i++) {
        long at = timeCount == 0 ? 0 : Math.max(0, times[i] - origin);
        receiver.value(at, thread, node, value(i), valueOf(other, i), offset);
      }
    }

    private static long valueOf(Optional<Reading> other, int place) {
      return other.isEmpty() ? 0 : other.get().value(place);
    }
  }
}
