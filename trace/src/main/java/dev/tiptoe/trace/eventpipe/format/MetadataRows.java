// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.util.ArrayList;
import java.util.List;

/**
 * The definitions of event types in a metadata block of version 6, one after the other.
 *
 * <pre>
 *   u16 size of a header, the header, rows, each: u16 size,
 *     varint id, text provider, varint number, text name, fields, u16 size of options, options
 *   fields: u16 count, count × { u16 size, text name, type }
 *   type: u8 type, [type of the element], [u16 count], [fields]
 *   option: u8 1, u8 opcode | u8 3, u64 keywords | u8 4, text template | u8 5, text description
 *     | u8 6, text key, text value | u8 7, GUID of the provider | u8 8, u8 level | u8 9, u8 version
 * </pre>
 *
 * <p>Mutable, not thread-safe: its methods describe the row that {@link #next} has read.
 */
final class MetadataRows {

  /** How deeply fields may be nested; no normal event comes near this. */
  private static final int DEEPEST = 32;

  private final EventBytes block;
  private int id;
  private EventBytes row = EventBytes.NONE;

  private int opcode;
  private long keywords;
  private int level;
  private int version;

  MetadataRows(EventBytes block) {
    this.block = block;
    block.skip(block.u16());
  }

  /** Reads the beginning of the next row. Returns false when there is none. */
  boolean next() {
    if (block.remaining() == 0) {
      return false;
    }
    row = block.part(block.u16());
    id = row.varint32();
    return true;
  }

  /** Returns the number that the row defines. */
  int id() {
    return id;
  }

  /** Returns the size of the row. */
  int length() {
    return row.length();
  }

  /** Returns what the row says of that number. */
  EventType type() {
    opcode = 0;
    keywords = 0;
    level = 0;
    version = 0;
    String provider = row.text();
    int number = row.varint32();
    String name = row.text();
    List<EventField> fields = fields(row, 0);
    options(row.part(row.u16()));
    return new EventType(provider, number, name, keywords, version, level, opcode, fields);
  }

  private static List<EventField> fields(EventBytes from, int depth) {
    int count = from.u16();
    List<EventField> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      EventBytes field = from.part(from.u16());
      String name = field.text();
      fields.add(field(name, field, depth));
    }
    return fields;
  }

  private static EventField field(String name, EventBytes from, int depth) {
    if (depth > DEEPEST) {
      throw from.damaged("fields nested deeper than " + DEEPEST);
    }
    EventFieldType type = EventFieldType.of(from.u8());
    List<EventField> parts = List.of();
    if (type.hasElement()) {
      parts = List.of(field("", from, depth + 1));
    } else if (type == EventFieldType.OBJECT) {
      parts = fields(from, depth + 1);
    }
    int count = type == EventFieldType.FIXED_ARRAY ? from.u16() : 0;
    EventField field = new EventField(name, type, parts, count);
    boolean elsewhere = type == EventFieldType.REL_LOC || type == EventFieldType.DATA_LOC;
    if (elsewhere && EventValues.fixedSize(parts.get(0)).isEmpty()) {
      throw from.damaged("an array elsewhere of elements without a fixed size");
    }
    return field;
  }

  private void options(EventBytes options) {
    while (options.remaining() > 0) {
      switch (options.u8()) {
        case 1 -> opcode = options.u8();
        case 3 -> keywords = options.i64();
        case 4, 5 -> options.skip(options.varint32());
        case 6 -> {
          options.skip(options.varint32());
          options.skip(options.varint32());
        }
        case 7 -> options.guid();
        case 8 -> level = options.u8();
        case 9 -> version = options.u8();
        default -> options.skip(options.remaining()); // Of a later version.
      }
    }
  }
}
