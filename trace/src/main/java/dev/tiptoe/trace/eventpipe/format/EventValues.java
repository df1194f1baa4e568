// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Decodes the payload of an event by the description of its fields.
 *
 * <p>Numbers become {@code Long} or {@code Double}, booleans {@code Boolean}, GUIDs {@code UUID},
 * text and arrays of units of text {@code String}, other arrays {@code List}, objects {@code Map},
 * and what is only bytes, such as a decimal, {@code byte[]}. Fields behind one of an unknown type
 * are left out.
 */
final class EventValues {

  /** The limit of values in one payload, since empty elements take no bytes. */
  private static final int MOST_VALUES = 1 << 20;

  private static final int GUID_LENGTH = 16;
  private static final int LOCATION_BITS = 16;

  private final EventBytes payload;
  private int left = MOST_VALUES;

  private EventValues(EventBytes payload) {
    this.payload = payload;
  }

  static Map<String, Object> of(List<EventField> fields, EventBytes payload) {
    return new EventValues(payload).object(fields, payload);
  }

  private Map<String, Object> object(List<EventField> fields, EventBytes from) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (EventField field : fields) {
      if (isUnknown(field)) {
        break;
      }
      values.put(field.name(), value(field, from));
    }
    return values;
  }

  private static boolean isUnknown(EventField field) {
    return switch (field.type()) {
      case EMPTY, DB_NULL, UNKNOWN -> true;
      case ARRAY, FIXED_ARRAY, REL_LOC, DATA_LOC -> isUnknown(field.parts().get(0));
      default -> false;
    };
  }

  private Object value(EventField field, EventBytes from) {
    if (--left < 0) {
      throw from.damaged("more than " + MOST_VALUES + " values in one event");
    }
    return switch (field.type()) {
      case OBJECT -> object(field.parts(), from);
      case BOOLEAN -> from.i32() != 0;
      case BOOLEAN8 -> from.u8() != 0;
      case CHAR -> String.valueOf((char) from.u16());
      case UTF8_UNIT -> from.utf8(1);
      case SBYTE -> (long) (byte) from.u8();
      case BYTE -> (long) from.u8();
      case INT16 -> (long) (short) from.u16();
      case UINT16 -> (long) from.u16();
      case INT32 -> (long) from.i32();
      case UINT32 -> Integer.toUnsignedLong(from.i32());
      case INT64, UINT64, DATE_TIME -> from.i64();
      case SINGLE -> (double) Float.intBitsToFloat(from.i32());
      case DOUBLE -> Double.longBitsToDouble(from.i64());
      case GUID -> from.guid();
      case STRING -> from.utf16();
      case VAR_INT -> from.signedVarint64();
      case VAR_UINT -> from.varint64();
      case ARRAY -> array(field.parts().get(0), from.u16(), from);
      case FIXED_ARRAY -> array(field.parts().get(0), field.count(), from);
      case REL_LOC, DATA_LOC -> located(field, from);
      case EMPTY, DB_NULL, DECIMAL, UNKNOWN -> from.raw(GUID_LENGTH);
    };
  }

  private Object array(EventField element, int count, EventBytes from) {
    if (element.type() == EventFieldType.UTF8_UNIT) {
      return from.utf8(count);
    }
    if (element.type() == EventFieldType.CHAR) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < count; i++) {
        text.append((char) from.u16());
      }
      return text.toString();
    }
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      elements.add(value(element, from));
    }
    return elements;
  }

  /** Reads an array that lies elsewhere in the payload, from its offset and its length in bytes. */
  private Object located(EventField field, EventBytes from) {
    int location = from.i32();
    int length = location >>> LOCATION_BITS;
    int offset = location & (1 << LOCATION_BITS) - 1;
    int base = field.type() == EventFieldType.REL_LOC ? from.offsetIn(payload) : 0;
    EventBytes there = payload.fromStart();
    there.skip(base + offset);
    EventField element = field.parts().get(0);
    int size = fixedSize(element).orElse(0);
    return array(element, size == 0 ? 0 : length / size, there.part(length));
  }

  /** Returns the size of a field in bytes; empty where it depends on the value. */
  static OptionalInt fixedSize(EventField field) {
    return switch (field.type()) {
      case BYTE, SBYTE, UTF8_UNIT, BOOLEAN8 -> OptionalInt.of(Byte.BYTES);
      case CHAR, INT16, UINT16 -> OptionalInt.of(Short.BYTES);
      case BOOLEAN, INT32, UINT32, SINGLE -> OptionalInt.of(Integer.BYTES);
      case INT64, UINT64, DOUBLE, DATE_TIME -> OptionalInt.of(Long.BYTES);
      case GUID, DECIMAL -> OptionalInt.of(GUID_LENGTH);
      case FIXED_ARRAY -> sum(field.parts(), field.count());
      case OBJECT -> sum(field.parts(), 1);
      default -> OptionalInt.empty();
    };
  }

  private static OptionalInt sum(List<EventField> fields, int times) {
    long sum = 0;
    for (EventField field : fields) {
      OptionalInt size = fixedSize(field);
      if (size.isEmpty()) {
        return size;
      }
      sum += size.getAsInt();
    }
    return OptionalInt.of((int) Math.min(Integer.MAX_VALUE, sum * times));
  }
}
