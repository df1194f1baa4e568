// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.Lease;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Whatever a peer sends, there is an answer or a {@link ControlException}. More of the same is in
 * {@code HostilePeerWitnessTest}.
 */
final class HostilePeerTest {

  /** What is asked. */
  private interface Question {
    void ask(ControlClient client) throws ControlException;
  }

  private static final List<Question> QUESTIONS =
      List.of(
          ControlClient::status,
          client -> client.sampling(Optional.empty(), Optional.empty()),
          client -> client.layout(new Lease<>(new ClassID(8), 1)),
          client -> client.heap(Duration.ofMillis(1), Duration.ofMillis(1)),
          ControlClient::flush,
          ControlClient::detach);

  private static void ask(Question question, ControlClient client) {
    try {
      question.ask(client);
    } catch (ControlException e) {
      // One of the two there may be.
    }
  }

  static void askAll(byte[] answer) {
    try (FakeAgent agent = new FakeAgent(answer, true)) {
      ControlClient client = agent.client().within(Duration.ofSeconds(10));
      QUESTIONS.forEach(question -> ask(question, client));
    }
  }

  @Property(tries = 20)
  void bytes_ofAnyKind_areAnAnswerOrAnException(@ForAll @Size(max = 64) byte[] bytes) {
    askAll(bytes);
  }

  @Property(tries = 30)
  void answer_withBytesChanged_isAnAnswerOrAnException(
      @ForAll @IntRange(min = 1, max = 6) int kind,
      @ForAll @IntRange(max = 200) int at,
      @ForAll byte value,
      @ForAll @IntRange(max = 500) int length) {
    askAll(changed(kind, at, value, length));
  }

  /** The golden answer of a kind, with another length and another byte. */
  static byte[] changed(int kind, int at, byte value, int length) {
    byte[] golden = GoldenMessages.all().get(5 + kind);
    byte[] answer = Arrays.copyOf(golden, Math.min(length, golden.length + 20));
    if (at < answer.length) {
      answer[at] = value;
    }
    return answer;
  }

  @Property(tries = 20)
  void payload_ofAnyKind_isAnAnswerOrAnException(
      @ForAll @IntRange(min = 1, max = 6) int kind, @ForAll @Size(max = 200) byte[] payload) {
    askAll(answer(kind, payload));
  }

  /** An answer of a kind, with that payload. */
  static byte[] answer(int kind, byte[] payload) {
    ByteBuffer answer = ByteBuffer.allocate(16 + payload.length).order(ByteOrder.LITTLE_ENDIAN);
    answer.put(GoldenMessages.answer(RequestKind.FLUSH), 0, 6).putShort((short) kind);
    answer.putInt(12, payload.length).position(16).put(payload);
    return answer.array();
  }
}
