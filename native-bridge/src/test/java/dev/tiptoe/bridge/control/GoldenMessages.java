// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The messages that the agent's own code wrote in {@code src/test/cpp/control_golden_test.cpp}: the
 * requests in the order of their numbers, their answers, and one that refuses.
 */
final class GoldenMessages {

  private static final int REQUESTS = RequestKind.values().length;

  private GoldenMessages() {}

  static byte[] request(RequestKind kind) {
    return all().get(kind.number() - 1);
  }

  static byte[] answer(RequestKind kind) {
    return all().get(REQUESTS + kind.number() - 1);
  }

  static byte[] refusal() {
    return all().get(2 * REQUESTS);
  }

  static List<byte[]> all() {
    ByteBuffer bytes = ByteBuffer.wrap(bytes()).order(ByteOrder.LITTLE_ENDIAN);
    List<byte[]> messages = new ArrayList<>();
    while (bytes.hasRemaining()) {
      byte[] message = new byte[16 + bytes.getInt(bytes.position() + 12)];
      bytes.get(message);
      messages.add(message);
    }
    return messages;
  }

  private static byte[] bytes() {
    try (InputStream in = GoldenMessages.class.getResourceAsStream("/golden.control")) {
      return Objects.requireNonNull(in, "golden.control").readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
