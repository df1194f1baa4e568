// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/**
 * The bytes of a trace's header; mirrors {@code layout::FileHeader} in the agent's {@code
 * trace/layout.h}.
 *
 * <pre>
 *    0               1               2               3
 *    0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
 *   +---------------------------------------------------------------+
 *  0|                             magic                             |
 *   |                                                               |
 *   +-------------------------------+-------------------------------+
 *  8|             major             |             minor             |
 *   +-------------------------------+-------------------------------+
 * 12|                         header length                         |
 *   +---------------------------------------------------------------+
 * 16|                             began                             |
 *   |                                                               |
 *   +---------------------------------------------------------------+
 * 24|                              pid                              |
 *   +---------------------------------------------------------------+
 * 28|                         pointer size                          |
 *   +---------------------------------------------------------------+
 * 32|                           trace id                            |
 *   |                           (16 bytes)                          |
 *   +---------------------------------------------------------------+
 * 48|                           reserved                            |
 *   |                           (12 bytes)                          |
 *   +---------------------------------------------------------------+
 * 60|                              crc                              |
 *   +---------------------------------------------------------------+
 * </pre>
 */
final class FileHeaderLayout {

  static final int MAGIC = 0;
  static final int MAJOR = 8;
  static final int MINOR = 10;
  static final int HEADER_LENGTH = 12;
  static final int BEGAN = 16;
  static final int PID = 24;
  static final int POINTER_SIZE = 28;
  static final int TRACE_ID = 32;
  static final int CRC = 60;
  static final int LENGTH = 64;

  /** {@code 89 54 50 54 0D 0A 1A 0A}. */
  static final long MAGIC_VALUE = 0x0A1A0A0D_54505489L;

  static final int KNOWN_MAJOR = 1;

  private FileHeaderLayout() {}
}
