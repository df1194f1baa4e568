// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

import java.util.List;

/**
 * The types of an event's fields, with the numbers of {@code System.TypeCode}, and the format's own
 * {@code GUID} and {@code ARRAY}.
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
  /** A type that this reader does not know. */
  UNKNOWN;

  private static final List<EventFieldType> BY_NUMBER = List.of(values());

  static EventFieldType of(int number) {
    return number >= 0 && number < BY_NUMBER.size() ? BY_NUMBER.get(number) : UNKNOWN;
  }
}
