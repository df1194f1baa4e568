// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.control.AgentStatus;
import dev.tiptoe.bridge.control.Quantity;
import dev.tiptoe.cli.terminal.StyledLine;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The pictures of {@code tiptoe top}, of counts that are known. */
class TopPictureTest {

  private final TopCounts counts = new TopCounts();
  private final TopPicture picture = new TopPicture(7, counts, id -> "M" + id.value());

  private void sample(int times, long thread, long... functions) {
    CallStack stack = CallStack.of(functions, new long[functions.length], false);
    for (int i = 0; i < times; i++) {
      counts.stackSampled(0, new SampledStack(new ThreadID(thread), stack, 0, 0));
    }
  }

  private static Optional<AgentStatus> status(long seconds, long paused, long stacks) {
    return Optional.of(
        new AgentStatus(
            "t",
            "9.0.1",
            Map.of(
                Quantity.UPTIME,
                seconds * 1_000_000_000,
                Quantity.PAUSED_TOTAL,
                paused,
                Quantity.STACKS,
                stacks,
                Quantity.TRACE_BYTES,
                stacks * 100)));
  }

  private List<String> draw(Optional<AgentStatus> status, int height) {
    return picture.draw(status, 1, height).stream().map(StyledLine::toString).toList();
  }

  @Test
  void picture_hasTheSharesOfMethodsAndThreads_hottestFirst() {
    counts.threadNamed(0, new ThreadID(1), "main");
    sample(3, 1, 10, 20);
    counts.threadCreated(0, new ThreadID(2), 4712);
    sample(1, 2, 0, 20);
    List<String> first = draw(status(1, 10_000_000, 4), 30);
    assertEquals(
        List.of(
            "process 7  runtime 9.0.1  watched for 1 s  Ctrl-C leaves it",
            "loads   0 classes/s, 0 methods/s, 0 modules/s; known: 0 classes, 0 methods",
            "agent   paused the program for 1.00% of the time, 4 samples/s, 0 kB/s of trace",
            "",
            "   now     all  method",
            " 75.0%   75.0%  M10",
            " 25.0%   25.0%  M20",
            "",
            "   now     all  thread",
            " 75.0%   75.0%  main",
            " 25.0%   25.0%  thread 4712"),
        first);
  }

  @Test
  void picture_thatFollows_hasTheRatesSinceTheLast() {
    sample(4, 1, 10);
    draw(status(1, 10_000_000, 4), 30);
    sample(4, 1, 20);
    List<String> second = draw(status(3, 50_000_000, 204), 30);
    assertEquals(
        "agent   paused the program for 2.00% of the time, 100 samples/s, 10 kB/s of trace",
        second.get(2));
    assertEquals("100.0%   50.0%  M20", second.get(5));
    assertEquals("  0.0%   50.0%  M10", second.get(6));
  }

  @Test
  void picture_ofManyMethods_fitsOnTheScreen() {
    for (int i = 1; i < 200; i++) {
      sample(1, i, i);
    }
    for (int height = 12; height < 60; height++) {
      assertTrue(draw(Optional.empty(), height).size() <= height);
    }
  }

  @Test
  void agent_thatDoesNotAnswer_isSaidToBeSilent() {
    assertEquals("agent   does not answer", draw(Optional.empty(), 20).get(2));
  }
}
