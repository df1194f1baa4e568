// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads the definition of an event type: the payload of one blob of a MetadataBlock, behind the
 * number that it defines.
 *
 * <pre>
 *   utf16 provider, i32 number, utf16 name, i64 keywords, i32 version, i32 level
 *   i32 count, count × { i32 type, [parts], utf16 name }
 *   any number of tags: i32 size, u8 kind, size bytes
 *     kind 1: u8 opcode
 *     kind 2: i32 count, count × { i32 size, utf16 name, i32 type, [element], [parts] }
 * </pre>
 */
final class EventTypeDecoder {

  private static final int OPCODE_TAG = 1;
  private static final int FIELDS_TAG = 2;

  /** How deeply fields may be nested; no normal event comes near this. */
  private static final int DEEPEST = 32;

  private final EventBytes bytes;
  private int opcode;
  private List<EventField> fields = List.of();

  private EventTypeDecoder(EventBytes bytes) {
    this.bytes = bytes;
  }

  static EventType decode(EventBytes bytes) {
    String provider = bytes.utf16();
    int number = bytes.i32();
    String name = bytes.utf16();
    long keywords = bytes.i64();
    int version = bytes.i32();
    int level = bytes.i32();
    EventTypeDecoder rest = new EventTypeDecoder(bytes);
    rest.read();
    return new EventType(
        provider, number, name, keywords, version, level, rest.opcode, rest.fields);
  }

  /** An illegible definition makes no event illegible: it only leaves its fields undescribed. */
  private void read() {
    try {
      fields = fields(bytes, 0);
      while (bytes.remaining() > 0) {
        int size = bytes.i32();
        int kind = bytes.u8();
        tag(kind, bytes.part(size));
      }
    } catch (EventPipeFormatException e) {
      fields = List.of();
    }
  }

  private void tag(int kind, EventBytes tag) {
    switch (kind) {
      case OPCODE_TAG -> opcode = tag.u8();
      case FIELDS_TAG -> fields = sizedFields(tag, 0);
      default -> {
        // An element of a later version; its size is given so that it can be skipped.
      }
    }
  }

  private static List<EventField> fields(EventBytes from, int depth) {
    List<EventField> fields = new ArrayList<>();
    for (int left = count(from, depth); left > 0; left--) {
      EventFieldType type = EventFieldType.of(from.i32());
      List<EventField> parts = type == EventFieldType.OBJECT ? fields(from, depth + 1) : List.of();
      fields.add(new EventField(from.utf16(), type, parts));
    }
    return fields;
  }

  private static List<EventField> sizedFields(EventBytes from, int depth) {
    List<EventField> fields = new ArrayList<>();
    for (int left = count(from, depth); left > 0; left--) {
      int size = from.i32();
      EventBytes field = from.part(size - Integer.BYTES);
      String name = field.utf16();
      fields.add(typed(name, field, depth));
    }
    return fields;
  }

  private static EventField typed(String name, EventBytes field, int depth) {
    if (depth > DEEPEST) {
      throw field.damaged("fields nested deeper than " + DEEPEST);
    }
    EventFieldType type = EventFieldType.of(field.i32());
    List<EventField> parts =
        switch (type) {
          case ARRAY -> List.of(typed("", field, depth + 1));
          case OBJECT -> sizedFields(field, depth + 1);
          default -> List.of();
        };
    return new EventField(name, type, parts);
  }

  private static int count(EventBytes from, int depth) {
    if (depth > DEEPEST) {
      throw from.damaged("fields nested deeper than " + DEEPEST);
    }
    return from.i32();
  }
}
