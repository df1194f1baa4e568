// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.metadata.map.LongIntMap;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.ReadProfile;
import dev.tiptoe.profile.SampleType;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.message.BuildIds;
import dev.tiptoe.profile.message.FrameType;
import dev.tiptoe.profile.message.FunctionFields;
import dev.tiptoe.profile.message.KeptBytes;
import dev.tiptoe.profile.message.LocationFields;
import dev.tiptoe.profile.message.PprofMapping;
import dev.tiptoe.profile.message.PprofTables;
import dev.tiptoe.profile.wire.MessageFields;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
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

  private static final int LOCATION_IDS = 1;
  private static final int VALUES = 2;
  private static final int LABEL = 3;
  private static final int FIELDS = 8;

  /** The bytes that are kept of the ID of an entry. */
  private static final int ID_SIZE = 32;

  private static final int DEEPEST = 1 << 20;
  private static final long PACKED = MessageFields.bits(LOCATION_IDS, VALUES);
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** The groups of {@link #numbers}. */
  private static final int LOCATIONS = 0;

  private static final int FUNCTIONS = 1;
  private static final int MAPPINGS = 2;
  private static final int LABELS = 3;

  /** The labels that are looked at. */
  private static final int OTHER = 1;

  private static final int THREAD_NAME = 2;
  private static final int THREAD_ID = 3;

  private final ProfileBytes bytes;
  private final WireReader in;
  private final ProfileSink sink;
  private final ReadProgress progress;
  private final StringTable strings;
  private final PprofTables tables;
  private final Locations locations;

  /** By group and ID: the number of an entry, from 1, or what a label says. */
  private final LongIntMap[] numbers = {
    new LongIntMap(), new LongIntMap(), new LongIntMap(), new LongIntMap()
  };

  private final List<long[]> types = new ArrayList<>();
  private long[] periodType = {0, 0};

  /** The fields of the message that is read, by number. */
  private final long[] fields = new long[FIELDS];

  private final MessageFields.Numbers intoFields = this::field;
  private final MessageFields.Numbers intoSample = this::ofSample;
  private final MessageFields.Messages labels = this::label;
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
    this.tables = PprofTables.read(in);
    KeptBytes kept = new KeptBytes(bytes);
    strings.begin(0, tables.count(PprofTables.STRINGS), kept);
    this.locations =
        new Locations(
            sink,
            strings,
            kept,
            tables.count(PprofTables.FUNCTIONS),
            tables.count(PprofTables.LOCATIONS));
    kept.add(
        (long) tables.count(PprofTables.FUNCTIONS)
            + tables.count(PprofTables.LOCATIONS)
            + tables.count(PprofTables.MAPPINGS),
        ID_SIZE,
        "IDs");
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
    progress.begin(1, 0, bytes.size());
    readTables();
    if (types.isEmpty()) {
      throw bytes.bad(bytes.size(), "not a pprof profile: it has no sample types");
    }
    List<SampleType> named = types.stream().map(this::type).toList();
    String preferred = strings.text(tables.number(PprofTables.DEFAULT_SAMPLE_TYPE), 0);
    int byDefault = named.stream().map(SampleType::type).toList().indexOf(preferred);
    int chosen =
        Values.choose(named, sampleType, byDefault < 0 ? named.size() - 1 : byDefault, bytes);
    Values which = Values.of(named, chosen, type(periodType), tables.number(PprofTables.PERIOD));
    sink.counts(named.get(which.count()));
    if (which.time() >= 0) {
      sink.times(named.get(which.time()));
    }
    values = new long[named.size()];
    readLocations();
    progress.begin(2, 0, bytes.size());
    tables.forEach(in, PprofTables.SAMPLES, (index, end) -> sample(which, in.position(), end));
    long timeNanos = tables.number(PprofTables.TIME_NANOS);
    if (timeNanos > 0) {
      sink.builder()
          .began(
              Optional.of(
                  Instant.ofEpochSecond(
                      timeNanos / NANOS_PER_SECOND, timeNanos % NANOS_PER_SECOND)));
    }
    return new ReadProfile(sink.builder().build(), named.get(chosen), named);
  }

  /** Reads what locations refer to, and what is in no table. */
  private void readTables() {
    tables.forEach(in, PprofTables.STRINGS, (index, end) -> strings.add(in.position(), end));
    tables.forEach(in, PprofTables.SAMPLE_TYPES, (index, end) -> types.add(kind(end)));
    tables.forEach(in, PprofTables.PERIOD_TYPE, (index, end) -> periodType = kind(end));
    tables.forEach(in, PprofTables.MAPPINGS, (index, end) -> mapping(in.position(), end));
    FunctionFields function = new FunctionFields(true);
    tables.forEach(
        in,
        PprofTables.FUNCTIONS,
        (index, end) -> {
          long start = in.position();
          function.read(in, end);
          number(FUNCTIONS, function.id(), index, start);
          locations.function(function, start);
        });
  }

  private void readLocations() {
    LocationFields location = LocationFields.pprof();
    tables.forEach(
        in,
        PprofTables.LOCATIONS,
        (index, end) -> {
          long start = in.position();
          location.read(in, end);
          add(location, start);
        });
    if (sink.has(FrameDetail.RVA)) {
      BitSet callers = new BitSet();
      tables.forEach(in, PprofTables.SAMPLES, (index, end) -> addCallers(callers, end));
      locations.callers(callers);
    }
  }

  private SampleType type(long[] texts) {
    return new SampleType(strings.text(texts[0], 0), strings.text(texts[1], 0));
  }

  private void field(int field, long value) {
    if (field < FIELDS) {
      fields[field] = value;
    }
  }

  private long[] kind(long end) {
    Arrays.fill(fields, 0);
    MessageFields.read(in, end, 0, intoFields);
    return new long[] {fields[1], fields[2]};
  }

  private void mapping(long start, long end) {
    PprofMapping mapping = PprofMapping.read(in, end);
    number(MAPPINGS, mapping.id(), locations.mappings(), start);
    locations.mapping(
        strings.text(mapping.fileName(), start),
        BuildIds.mvid(strings.text(mapping.buildId(), start)),
        mapping.isPlaced());
  }

  private void number(int table, long id, int number, long offset) {
    if (id == 0) {
      throw bytes.bad(offset, "an entry of a table has the ID 0");
    }
    if (numbers[table].get(id) == 0) {
      numbers[table].put(id, number + 1);
    }
  }

  /** Returns the number of an entry of a table; a negative one for the ID 0. */
  private int find(int table, String what, long id, long offset) {
    int found = numbers[table].get(id);
    if (found == 0 && id != 0) {
      throw bytes.bad(offset, "there is no " + what + " " + Long.toUnsignedString(id));
    }
    return found - 1;
  }

  private void add(LocationFields location, long start) {
    number(LOCATIONS, location.id(), locations.size(), start);
    int mapping = find(MAPPINGS, "mapping", location.mapping(), start);
    locations.location(mapping, location.address(), FrameType.UNKNOWN);
    int lines = Locations.lines(location, bytes, start);
    for (int i = 0; i < lines; i++) {
      locations.line(find(FUNCTIONS, "function", location.function(i), start), location.line(i));
    }
  }

  // ---- samples

  private void addCallers(BitSet callers, long end) {
    depth = 0;
    PprofTables.readStack(
        in,
        end,
        (field, id) -> {
          int location = depth++ == 0 ? 0 : numbers[LOCATIONS].get(id);
          if (location != 0) {
            callers.set(location - 1);
          }
        });
  }

  private void sample(Values which, long start, long end) {
    depth = 0;
    valueCount = 0;
    threadId = 0;
    threadName = "";
    MessageFields.read(in, end, PACKED, 0, intoSample, labels);
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
    MessageFields.read(in, end, 0, intoFields);
    int kind = numbers[LABELS].get(fields[1]);
    if (kind == 0) {
      kind = kind(strings.text(fields[1], start));
      numbers[LABELS].put(fields[1], kind);
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
