// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.diagnostics;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The commands of the protocol that are used, with their command sets and IDs. */
enum Command {
  ATTACH_PROFILER(0x03, 0x01, "AttachProfiler"),
  STARTUP_PROFILER(0x03, 0x02, "StartupProfiler"),
  PROCESS_INFO(0x04, 0x00, "ProcessInfo"),
  RESUME_RUNTIME(0x04, 0x01, "ResumeRuntime"),
  SET_ENVIRONMENT_VARIABLE(0x04, 0x03, "SetEnvironmentVariable"),
  PROCESS_INFO_2(0x04, 0x04, "ProcessInfo2"),
  PROCESS_INFO_3(0x04, 0x08, "ProcessInfo3");

  /** The length of a header: magic, size, command set, command ID, two reserved bytes. */
  static final int HEADER = 20;

  /** The first 14 bytes of a header. */
  static final String MAGIC = "DOTNET_IPC_V1\0";

  /** The longest payload: a message's size has 16 bits. */
  static final int LONGEST_PAYLOAD = 0xffff - HEADER;

  private final int set;
  private final int id;
  private final String words;

  Command(int set, int id, String words) {
    this.set = set;
    this.id = id;
    this.words = words;
  }

  /** Returns its name in the protocol. */
  String inWords() {
    return words;
  }

  /**
   * Returns the message for it.
   *
   * @throws IllegalArgumentException when the payload is longer than {@link #LONGEST_PAYLOAD}
   */
  ByteBuffer message(Payload payload) {
    byte[] bytes = payload.bytes();
    if (bytes.length > LONGEST_PAYLOAD) {
      throw new IllegalArgumentException(words + ": more than " + LONGEST_PAYLOAD + " bytes");
    }
    return ByteBuffer.allocate(HEADER + bytes.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(MAGIC.getBytes(StandardCharsets.US_ASCII))
        .putShort((short) (HEADER + bytes.length))
        .put((byte) set)
        .put((byte) id)
        .putShort((short) 0)
        .put(bytes)
        .flip();
  }
}
