// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.ReadProfile;
import dev.tiptoe.profile.SampleType;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.frame.LongIntMap;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads a profile of pprof. The tables may be in any order, so it is read three times: for what
 * locations refer to, for the locations, and for the samples. Not thread-safe; used once.
 *
 * <p>The thread of a sample is the value of its label {@code thread} or {@code thread name}, or
 * else of {@code thread id}.
 */
public final class PprofReader {

  /** How often the file is read. */
  public static final int READINGS = 3;

  private static final int SAMPLE_TYPE = 1;
  private static final int SAMPLE = 2;
  private static final int MAPPING = 3;
  private static final int LOCATION = 4;
  private static final int FUNCTION = 5;
  private static final int STRING = 6;
  private static final int TIME_NANOS = 9;
  private static final int PERIOD_TYPE = 11;
  private static final int PERIOD = 12;
  private static final int DEFAULT_SAMPLE_TYPE = 14;

  private static final int LOCATION_IDS = 1;
  private static final int VALUES = 2;
  private static final int LABEL = 3;
  private static final int LOCATION_LINE = 4;
  private static final int FIELDS = 8;
  private static final int DEEPEST = 1 << 20;
  private static final long PACKED = Fields.bits(LOCATION_IDS, VALUES);
  private static final Fields.Numbers NO_NUMBERS = (field, value) -> {};
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** The groups of {@link #numbers}. */
  private static final int LOCATIONS = 0;

  private static final int FUNCTIONS = 1;
  private static final int MAPPINGS = 2;
  private static final int LABELS = 3;

  /** The labels that are looked at. */
  private static final int OTHER = 0;

  private static final int THREAD_NAME = 1;
  private static final int THREAD_ID = 2;

  private final ProfileBytes bytes;
  private final WireReader in;
  private final ProfileSink sink;
  private final ReadProgress progress;
  private final StringTable strings;
  private final Locations locations;
  private final LongIntMap numbers = new LongIntMap();
  private final List<long[]> types = new ArrayList<>();
  private final List<long[]> mappings = new ArrayList<>();
  private long timeNanos;
  private long period;
  private long[] periodType = {0, 0};
  private long defaultType;

  /** The fields of the message that is read, by number. */
  private final long[] fields = new long[FIELDS];

  private final Fields.Numbers intoFields = this::field;
  private final Fields.Numbers intoSample = this::ofSample;
  private final Fields.Messages labels = this::label;
  private long[] stack = new long[64];
  private int depth;
  private long[] values = {};
  private int valueCount;
  private long threadId;
  private String threadName = "";

  private PprofReader(ProfileBytes bytes, ProfileSink sink, ReadProgress progress) {
    this.bytes = bytes;
    this.in = new WireReader(bytes);
    this.sink = sink;
    this.progress = progress;
    this.strings = new StringTable(bytes);
    this.locations = new Locations(bytes, sink, strings);
  }

  /**
   * Reads a profile.
   *
   * @param sampleType the kind of values; empty for the default
   */
  public static ReadProfile read(
      ProfileBytes bytes, ProfileSink sink, ReadProgress progress, Optional<String> sampleType) {
    return new PprofReader(bytes, sink, progress).read(sampleType);
  }

  private ReadProfile read(Optional<String> sampleType) {
    if (bytes.size() > Integer.MAX_VALUE) {
      throw bytes.bad(Integer.MAX_VALUE, "more than 2 GiB, which no message can have");
    }
    Fields.read(in, bytes.size(), 0, 0, this::number, this::table);
    if (types.isEmpty()) {
      throw bytes.bad(bytes.size(), "not a pprof profile: it has no sample types");
    }
    List<SampleType> named = types.stream().map(this::type).toList();
    for (long[] mapping : mappings) {
      locations.mapping(
          strings.text(mapping[0], mapping[2]),
          Locations.mvid(strings.text(mapping[1], mapping[2])),
          mapping[3] != 0,
          mapping[2]);
    }
    String preferred = strings.text(defaultType, 0);
    int byDefault = named.stream().map(SampleType::type).toList().indexOf(preferred);
    int chosen =
        Values.choose(named, sampleType, byDefault < 0 ? named.size() - 1 : byDefault, bytes);
    Values which = Values.of(named, chosen, type(periodType), period);
    sink.counts(named.get(which.count()));
    if (which.time() >= 0) {
      sink.times(named.get(which.time()));
    }
    values = new long[named.size()];
    again(1, this::location);
    if (sink.has(FrameDetail.RVA)) {
      again(
          1,
          (field, start, end) -> {
            if (field == SAMPLE) {
              callers(end);
            }
          });
    }
    again(
        2,
        (field, start, end) -> {
          if (field == SAMPLE) {
            sample(which, start, end);
          }
        });
    if (timeNanos > 0) {
      sink.builder()
          .began(
              Optional.of(
                  Instant.ofEpochSecond(
                      timeNanos / NANOS_PER_SECOND, timeNanos % NANOS_PER_SECOND)));
    }
    return new ReadProfile(sink.builder().build(), named.get(chosen), named);
  }

  private void again(int number, Fields.Messages entries) {
    progress.begin(number, 0, bytes.size());
    in.seek(0);
    Fields.read(in, bytes.size(), 0, 0, NO_NUMBERS, entries);
  }

  private SampleType type(long[] texts) {
    return new SampleType(strings.text(texts[0], 0), strings.text(texts[1], 0));
  }

  private void number(int field, long value) {
    switch (field) {
      case TIME_NANOS -> timeNanos = value;
      case PERIOD -> period = value;
      case DEFAULT_SAMPLE_TYPE -> defaultType = value;
      default -> {
        if (field >= SAMPLE_TYPE && field <= STRING) {
          throw bytes.bad(in.position(), "not a pprof profile: field " + field + " is no message");
        }
      }
    }
  }

  private void field(int field, long value) {
    if (field < FIELDS) {
      fields[field] = value;
    }
  }

  private void table(int field, long start, long end) {
    Arrays.fill(fields, 0);
    switch (field) {
      case SAMPLE_TYPE -> {
        Fields.read(in, end, 0, intoFields);
        types.add(new long[] {fields[1], fields[2]});
      }
      case PERIOD_TYPE -> {
        Fields.read(in, end, 0, intoFields);
        periodType = new long[] {fields[1], fields[2]};
      }
      case MAPPING -> {
        Fields.read(in, end, 0, intoFields);
        number(MAPPINGS, fields[1], mappings.size(), start);
        mappings.add(new long[] {fields[5], fields[6], start, fields[2]});
      }
      case FUNCTION -> {
        Fields.read(in, end, 0, intoFields);
        number(FUNCTIONS, fields[1], locations.functions(), start);
        locations.function(fields[2], fields[3], fields[4], fields[5], start);
      }
      case STRING -> strings.add(start, end);
      default -> {}
    }
  }

  private void number(int table, long id, int number, long offset) {
    if (id == 0) {
      throw bytes.bad(offset, "an entry of a table has the ID 0");
    }
    if (numbers.get(table, id) == LongIntMap.ABSENT) {
      numbers.put(table, id, number);
    }
  }

  /** Returns the number of an entry of a table; a negative one for the ID 0. */
  private int find(int table, String what, long id, long offset) {
    int found = id == 0 ? -1 : numbers.get(table, id);
    if (found == LongIntMap.ABSENT) {
      throw bytes.bad(offset, "there is no " + what + " " + Long.toUnsignedString(id));
    }
    return found;
  }

  private void location(int table, long start, long end) {
    if (table != LOCATION) {
      return;
    }
    Arrays.fill(fields, 0);
    Fields.read(in, end, 0, intoFields);
    number(LOCATIONS, fields[1], locations.size(), start);
    int mapping = find(MAPPINGS, "mapping", fields[2], start);
    locations.location(mapping, fields[3], Locations.Type.UNKNOWN, start);
    in.seek(start);
    Fields.read(in, end, 0, 0, NO_NUMBERS, this::line);
  }

  private void line(int field, long start, long end) {
    if (field == LOCATION_LINE) {
      Arrays.fill(fields, 0);
      Fields.read(in, end, 0, intoFields);
      locations.line(find(FUNCTIONS, "function", fields[1], start), fields[2], start);
    }
  }

  // ---- samples

  private void callers(long end) {
    depth = 0;
    valueCount = 0;
    Fields.read(in, end, PACKED, 0, intoSample, (field, from, to) -> {});
    for (int i = 1; i < depth; i++) {
      int location = numbers.get(LOCATIONS, stack[i]);
      if (location != LongIntMap.ABSENT) {
        locations.caller(location);
      }
    }
  }

  private void sample(Values which, long start, long end) {
    depth = 0;
    valueCount = 0;
    threadId = 0;
    threadName = "";
    Fields.read(in, end, PACKED, 0, intoSample, labels);
    if (valueCount != values.length) {
      throw bytes.bad(
          start,
          "a sample has " + valueCount + " values, where there are " + values.length + " kinds");
    }
    long count = values[which.count()];
    long nanos = which.nanos(values);
    if (count == 0 && nanos == 0) {
      return;
    }
    int node = StackTree.NONE;
    for (int i = depth - 1; i >= 0; i--) {
      node = locations.stack(node, find(LOCATIONS, "location", stack[i], start), start);
    }
    sink.add(0, sink.thread(threadId, threadName, start), node, count, nanos, start);
  }

  private void ofSample(int field, long value) {
    if (field == LOCATION_IDS) {
      if (value == 0 || depth == DEEPEST) {
        throw bytes.bad(
            in.position(),
            value == 0
                ? "a stack has a location with the ID 0"
                : "a stack has more than " + DEEPEST + " frames");
      }
      if (depth == stack.length) {
        stack = Arrays.copyOf(stack, depth * 2);
      }
      stack[depth++] = value;
    } else if (field == VALUES) {
      if (valueCount < values.length) {
        values[valueCount] = value;
      }
      valueCount++;
    }
  }

  private void label(int field, long start, long end) {
    if (field != LABEL) {
      return;
    }
    Arrays.fill(fields, 0);
    Fields.read(in, end, 0, intoFields);
    int kind = numbers.get(LABELS, fields[1]);
    if (kind == LongIntMap.ABSENT) {
      kind = kind(strings.text(fields[1], start));
      numbers.put(LABELS, fields[1], kind);
    }
    if (kind == THREAD_NAME) {
      threadName = strings.text(fields[2], start);
    } else if (kind == THREAD_ID) {
      threadId = fields[2] == 0 ? fields[3] : id(strings.text(fields[2], start));
    }
  }

  private static int kind(String label) {
    return switch (label) {
      case "thread", "thread name", "thread_name", "thread.name" -> THREAD_NAME;
      case "thread id", "thread_id", "thread.id", "tid" -> THREAD_ID;
      default -> OTHER;
    };
  }

  private static long id(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
