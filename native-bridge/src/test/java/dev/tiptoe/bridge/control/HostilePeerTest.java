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

/** Whatever a peer sends, there is an answer or a {@link ControlException}. */
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

  private static void ask(Question question, byte[] answer) {
    try (FakeAgent agent = new FakeAgent(answer, true)) {
      question.ask(agent.client().within(Duration.ofSeconds(10)));
    } catch (ControlException e) {
      // One of the two there may be.
    }
  }

  @Property(tries = 200)
  void bytes_ofAnyKind_areAnAnswerOrAnException(@ForAll @Size(max = 64) byte[] bytes) {
    QUESTIONS.forEach(question -> ask(question, bytes));
  }

  @Property(tries = 300)
  void answer_withBytesChanged_isAnAnswerOrAnException(
      @ForAll @IntRange(min = 1, max = 6) int kind,
      @ForAll @IntRange(max = 200) int at,
      @ForAll byte value,
      @ForAll @IntRange(max = 500) int length) {
    byte[] golden = GoldenMessages.all().get(5 + kind);
    byte[] answer = Arrays.copyOf(golden, Math.min(length, golden.length + 20));
    if (at < answer.length) {
      answer[at] = value;
    }
    QUESTIONS.forEach(question -> ask(question, answer));
  }

  @Property(tries = 200)
  void payload_ofAnyKind_isAnAnswerOrAnException(
      @ForAll @IntRange(min = 1, max = 6) int kind, @ForAll @Size(max = 200) byte[] payload) {
    ByteBuffer answer = ByteBuffer.allocate(16 + payload.length).order(ByteOrder.LITTLE_ENDIAN);
    answer.put(GoldenMessages.answer(RequestKind.FLUSH), 0, 6).putShort((short) kind);
    answer.putInt(12, payload.length).position(16).put(payload);
    QUESTIONS.forEach(question -> ask(question, answer.array()));
  }
}
