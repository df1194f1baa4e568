// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The golden trace: written by the agent's own writer in {@code src/test/cpp/golden_test.cpp}. */
final class Golden {

  private static final int HEADER_LENGTH = 64;

  private Golden() {}

  static byte[] bytes() {
    try (InputStream in = Golden.class.getResourceAsStream("/golden.tiptoe")) {
      return Objects.requireNonNull(in, "golden.tiptoe").readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where each record ends, the header's end first. */
  static List<Integer> ends() {
    ByteBuffer bytes = ByteBuffer.wrap(bytes()).order(ByteOrder.LITTLE_ENDIAN);
    List<Integer> ends = new ArrayList<>(List.of(HEADER_LENGTH));
    for (int at = HEADER_LENGTH; at < bytes.limit(); at += bytes.getInt(at + 8)) {
      ends.add(at + bytes.getInt(at + 8));
    }
    return ends;
  }

  /** The result of reading all of it. */
  static List<String> facts() {
    return Reading.of(bytes()).facts();
  }
}
