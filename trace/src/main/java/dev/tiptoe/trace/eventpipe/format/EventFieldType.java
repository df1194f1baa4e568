// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.util.List;

/**
 * The types of an event's fields: those of {@code System.TypeCode} with its numbers, and the
 * format's own, those behind {@code ARRAY} since version 6.
 */
public enum EventFieldType {
  /** Not used by writers. */
  EMPTY,
  /** Fields of its own, one after the other. */
  OBJECT,
  /** Not used by writers. */
  DB_NULL,
  /** Four bytes. */
  BOOLEAN,
  /** A UTF-16 unit. */
  CHAR,
  /** 8 bits, signed. */
  SBYTE,
  /** 8 bits. */
  BYTE,
  /** 16 bits, signed. */
  INT16,
  /** 16 bits. */
  UINT16,
  /** 32 bits, signed. */
  INT32,
  /** 32 bits. */
  UINT32,
  /** 64 bits, signed. */
  INT64,
  /** 64 bits. */
  UINT64,
  /** 32 bits, floating. */
  SINGLE,
  /** 64 bits, floating. */
  DOUBLE,
  /** 16 bytes. */
  DECIMAL,
  /** 64 bits: a FILETIME. */
  DATE_TIME,
  /** 16 bytes. */
  GUID,
  /** UTF-16 text up to its NUL. */
  STRING,
  /** A count of 16 bits, and as many elements. */
  ARRAY,
  /** A signed number of one to ten bytes. */
  VAR_INT,
  /** A number of one to ten bytes. */
  VAR_UINT,
  /** As many elements as the field's description says. */
  FIXED_ARRAY,
  /** A UTF-8 unit. */
  UTF8_UNIT,
  /** 16 bits of offset behind this field, 16 bits of length: elements elsewhere in the payload. */
  REL_LOC,
  /** 16 bits of offset in the payload, 16 bits of length: elements elsewhere in the payload. */
  DATA_LOC,
  /** One byte. */
  BOOLEAN8,
  /** A type that this reader does not know. */
  UNKNOWN;

  private static final List<EventFieldType> BY_NUMBER = List.of(values());

  static EventFieldType of(int number) {
    return number >= 0 && number < BY_NUMBER.size() ? BY_NUMBER.get(number) : UNKNOWN;
  }

  /** Returns whether its description has that of an element. */
  boolean hasElement() {
    return this == ARRAY || this == FIXED_ARRAY || this == REL_LOC || this == DATA_LOC;
  }
}
