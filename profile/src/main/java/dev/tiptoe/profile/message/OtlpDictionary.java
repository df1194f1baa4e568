// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import dev.tiptoe.profile.wire.WireReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The positions of the tables of a profile's dictionary. A dictionary is usually one message, and a
 * table one run of fields in it; the format also allows pieces and fields in any order. Immutable
 * after {@link #read}.
 */
public final class OtlpDictionary {

  /** The table of mappings. */
  public static final int MAPPINGS = 1;

  /** The table of locations. */
  public static final int LOCATIONS = 2;

  /** The table of functions. */
  public static final int FUNCTIONS = 3;

  /** The table of strings. */
  public static final int STRINGS = 5;

  /** The table of attributes. */
  public static final int ATTRIBUTES = 6;

  /** The table of stacks. */
  public static final int STACKS = 7;

  /** The field of the dictionary in ProfilesData and in ExportProfilesServiceRequest. */
  public static final int FIELD = 2;

  private static final int TABLES = 8;
  private static final int MOST_PIECES = 1 << 12;

  /** The most entries of each table. */
  private static final int[] MOST = {
    0,
    MessageLimits.MAPPINGS,
    MessageLimits.LOCATIONS,
    MessageLimits.FUNCTIONS,
    Integer.MAX_VALUE,
    MessageLimits.TEXTS,
    MessageLimits.ATTRIBUTES,
    Integer.MAX_VALUE
  };

  private static final String[] NAMES = {
    "", "mappings", "locations", "functions", "links", "texts", "attributes", "stacks"
  };

  private final List<Piece> pieces = new ArrayList<>();
  private final int[] counts = new int[TABLES];

  /** A message of the dictionary. */
  public static final class Piece {
    private final long fieldStart;
    private final long start;
    private final long end;

    /** By table: where its first entry begins in this piece, and where its last one ends. */
    private final long[] first = new long[TABLES];

    private final long[] last = new long[TABLES];

    private Piece(long fieldStart, long start, long end) {
      this.fieldStart = fieldStart;
      this.start = start;
      this.end = end;
      Arrays.fill(first, end);
      Arrays.fill(last, start);
    }

    /** Returns where the field of the message begins, with its tag. */
    public long fieldStart() {
      return fieldStart;
    }

    /** Returns where the message begins. */
    public long start() {
      return start;
    }

    /** Returns where the message ends. */
    public long end() {
      return end;
    }

    /** Returns where the last entry of a table ends in this piece. */
    public long last(int table) {
      return last[table];
    }
  }

  /** What is done with each entry of a table. */
  public interface Entry {
    /**
     * Takes an entry; the reader is at its beginning and may be left anywhere.
     *
     * @param index its index in the table
     * @param field where its field begins, with the tag
     * @param end where it ends
     */
    void at(int index, long field, long end);
  }

  private OtlpDictionary() {}

  /** Reads where the tables are in the dictionary of a message. */
  public static OtlpDictionary read(WireReader in, long start, long end) {
    OtlpDictionary dictionary = new OtlpDictionary();
    boolean hasProfiles = false;
    in.seek(start);
    while (in.position() < end) {
      long field = in.position();
      int tag = in.tag(end);
      if (tag == WireReader.message(FIELD)) {
        long last = in.enter(end);
        dictionary.add(in, new Piece(field, in.position(), last));
      } else {
        hasProfiles |= tag == WireReader.message(1);
        in.skip(tag, end);
      }
    }
    if (hasProfiles && dictionary.pieces.isEmpty()) {
      throw in.bytes().bad(start, "no dictionary: not OTLP profiles, or of a version before 1.8");
    }
    return dictionary;
  }

  private void add(WireReader in, Piece piece) {
    if (pieces.size() == MOST_PIECES) {
      throw in.bytes()
          .bad(piece.fieldStart, "the dictionary has more than " + MOST_PIECES + " pieces");
    }
    pieces.add(piece);
    while (in.position() < piece.end) {
      long field = in.position();
      int tag = in.tag(piece.end);
      int table = WireReader.field(tag);
      if ((tag & 7) == WireReader.LENGTH && table < TABLES) {
        in.seek(in.enter(piece.end));
        MessageLimits.require(++counts[table], MOST[table], NAMES[table], in.bytes(), field);
        piece.first[table] = Math.min(piece.first[table], field);
        piece.last[table] = in.position();
      } else {
        in.skip(tag, piece.end);
      }
    }
  }

  /** Returns the messages of the dictionary. */
  public List<Piece> pieces() {
    return pieces;
  }

  /** Returns the number of entries of a table, at most that of {@link MessageLimits}. */
  public int count(int table) {
    return counts[table];
  }

  /** Returns the piece that gets the entries that are added to a table: the last that has any. */
  public Piece growing(int table) {
    Piece growing = pieces.get(pieces.size() - 1);
    for (Piece piece : pieces) {
      if (piece.last[table] > piece.start) {
        growing = piece;
      }
    }
    return growing;
  }

  /** Does something with each entry of a table. */
  public void forEach(WireReader in, int table, Entry action) {
    int index = 0;
    for (Piece piece : pieces) {
      index = forEach(in, piece, table, index, action);
    }
  }

  /** Does something with each entry of a table in a piece; returns the index behind. */
  public int forEach(WireReader in, Piece piece, int table, int firstIndex, Entry action) {
    int index = firstIndex;
    in.seek(piece.first[table]);
    while (in.position() < piece.last[table]) {
      long field = in.position();
      int tag = in.tag(piece.end);
      if (tag == WireReader.message(table)) {
        long end = in.enter(piece.end);
        action.at(index++, field, end);
        in.seek(end);
      } else {
        in.skip(tag, piece.end);
      }
    }
    return index;
  }
}
