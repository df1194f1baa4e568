// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import dev.tiptoe.profile.wire.MessageFields;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireReader;
import java.util.Arrays;

/**
 * Where the tables of a pprof profile are. A table is usually one run of fields; the format also
 * allows fields in any order. Immutable after {@link #read}.
 */
public final class PprofTables {

  /** The table of kinds of values. */
  public static final int SAMPLE_TYPES = 1;

  /** The table of samples. */
  public static final int SAMPLES = 2;

  /** The table of mappings. */
  public static final int MAPPINGS = 3;

  /** The table of locations. */
  public static final int LOCATIONS = 4;

  /** The table of functions. */
  public static final int FUNCTIONS = 5;

  /** The table of texts. */
  public static final int STRINGS = 6;

  /** The number of the time when the profile began. */
  public static final int TIME_NANOS = 9;

  /** The kind of the period, which is no table. */
  public static final int PERIOD_TYPE = 11;

  /** The number of the period. */
  public static final int PERIOD = 12;

  /** The number of the text that names the default kind of values. */
  public static final int DEFAULT_SAMPLE_TYPE = 14;

  private static final int LAST_FIELD = 15;
  private static final int LOCATION_IDS = 1;
  private static final long PACKED_IDS = MessageFields.bits(LOCATION_IDS);

  private static final int[] MOST = new int[LAST_FIELD + 1];

  static {
    Arrays.fill(MOST, Integer.MAX_VALUE);
    MOST[MAPPINGS] = MessageLimits.MAPPINGS;
    MOST[LOCATIONS] = MessageLimits.LOCATIONS;
    MOST[FUNCTIONS] = MessageLimits.FUNCTIONS;
    MOST[STRINGS] = MessageLimits.TEXTS;
  }

  private static final String[] NAMES = {
    "", "kinds of values", "samples", "mappings", "locations", "functions", "texts"
  };

  private final ProfileBytes bytes;

  /** By field: the number of its entries, where the first one begins and the last one ends. */
  private final int[] counts = new int[LAST_FIELD + 1];

  /** By field: the last number. */
  private final long[] numbers = new long[LAST_FIELD + 1];

  private final long[] first = new long[LAST_FIELD + 1];
  private final long[] last = new long[LAST_FIELD + 1];

  /** What is done with the entries of a table. */
  public interface Entry {
    /** Takes an entry; the reader is at its beginning and may be left anywhere. */
    void at(int index, long end);
  }

  private PprofTables(ProfileBytes bytes) {
    this.bytes = bytes;
    Arrays.fill(first, Long.MAX_VALUE);
  }

  /** Reads where the tables of a profile are. */
  public static PprofTables read(WireReader in) {
    MessageLimits.requireMessage(in.bytes(), 0, in.bytes().size());
    PprofTables tables = new PprofTables(in.bytes());
    long end = in.bytes().size();
    in.seek(0);
    while (in.position() < end) {
      tables.field(in, end);
    }
    return tables;
  }

  private void field(WireReader in, long end) {
    long start = in.position();
    int tag = in.tag(end);
    int field = WireReader.field(tag);
    if (field <= LAST_FIELD && (tag & 7) == WireReader.VARINT) {
      numbers[field] = in.varint(end);
    } else {
      in.skip(tag, end);
    }
    if (field > LAST_FIELD) {
      return;
    }
    if ((tag & 7) == WireReader.LENGTH) {
      counts[field]++;
      if (field <= STRINGS) {
        MessageLimits.require(counts[field], MOST[field], NAMES[field], bytes, start);
      }
      first[field] = Math.min(first[field], start);
      last[field] = in.position();
    } else if (field <= STRINGS) {
      throw bytes.bad(start, "not a pprof profile: field " + field + " is no message");
    }
  }

  /** Returns the number of entries of a table, at most that of {@link MessageLimits}. */
  public int count(int table) {
    return counts[table];
  }

  /** Returns the number that the profile has in a field; 0 if it has none. */
  public long number(int field) {
    return numbers[field];
  }

  /** Returns where the last entry of a table ends; 0 if it has none. */
  public long last(int table) {
    return last[table];
  }

  /** Does something with each entry of a table. */
  public void forEach(WireReader in, int table, Entry action) {
    int index = 0;
    if (counts[table] > 0) {
      in.seek(first[table]);
    }
    while (index < counts[table]) {
      int tag = in.tag(bytes.size());
      if (tag == WireReader.message(table)) {
        long end = in.enter(bytes.size());
        action.at(index++, end);
        in.seek(end);
      } else {
        in.skip(tag, bytes.size());
      }
    }
  }

  /** Passes the IDs of a sample's locations on, the frame that runs first. */
  public static void readStack(WireReader in, long end, MessageFields.Numbers receiver) {
    MessageFields.read(
        in,
        end,
        PACKED_IDS,
        (field, id) -> {
          if (field == LOCATION_IDS) {
            receiver.number(field, id);
          }
        });
  }
}
