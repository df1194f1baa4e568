// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import dev.tiptoe.profile.wire.ProfileBytes;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The messages of a file of OTLP profiles: one ProfilesData or ExportProfilesServiceRequest, or
 * those of a file of the collector, each after its length, four bytes with the highest first. No
 * message begins with such a byte: its first field would have the number 0. Stateless.
 */
public final class OtlpFile {

  private static final int ZSTD = 0x28b52ffd;

  /** What is done with each message. */
  public interface Message {
    /** Takes a message; one of a file with lengths may be empty. */
    void at(long start, long end) throws IOException;
  }

  private OtlpFile() {}

  /** Refuses other forms of OTLP, by name. */
  public static void refuseOthers(ProfileBytes bytes) throws IOException {
    byte[] head = bytes.head(Integer.BYTES);
    if (head.length > 0 && head[0] == '{') {
      throw bytes.bad(0, "OTLP in JSON, which is not read; only the binary form is");
    }
    if (head.length == Integer.BYTES && ByteBuffer.wrap(head).getInt() == ZSTD) {
      throw bytes.bad(0, "compressed with zstd, which is not read; decompress it first");
    }
  }

  /** Returns whether a file has the length of each message before it. */
  public static boolean hasLengths(ProfileBytes bytes) throws IOException {
    byte[] head = bytes.head(1);
    return head.length == 1 && head[0] >= 0 && head[0] < 1 << 3;
  }

  /** Does something with each message of a file. */
  public static void forEach(ProfileBytes bytes, Message action) throws IOException {
    if (!hasLengths(bytes)) {
      MessageLimits.requireMessage(bytes, 0, bytes.size());
      action.at(0, bytes.size());
      return;
    }
    boolean empty = true;
    long at = 0;
    while (at < bytes.size()) {
      long start = at + Integer.BYTES;
      if (start > bytes.size()) {
        throw bytes.bad(at, "the length of a message goes beyond the end of the file");
      }
      long length = Integer.toUnsignedLong(bytes.intAt(at));
      if (length > bytes.size() - start) {
        throw bytes.bad(at, "a message of " + length + " bytes goes beyond the end of the file");
      }
      MessageLimits.requireMessage(bytes, start, start + length);
      action.at(start, start + length);
      at = start + length;
      empty &= length == 0;
    }
    if (empty) {
      throw bytes.bad(0, "every message has 0 bytes: not profiles");
    }
  }
}
