// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.control.AgentStatus;
import dev.tiptoe.bridge.control.Quantity;
import dev.tiptoe.bridge.process.LinuxThread;
import dev.tiptoe.cli.given.TypesOfOneName;
import dev.tiptoe.cli.terminal.StyledLine;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.AddressStack;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The pictures of {@code tiptoe top}, of counts that are known. */
class TopPictureTest {

  private static final long SECOND = 1_000_000_000;

  /** Returns the name of a method by its number. */
  private LongFunction<String> names = number -> "M" + number;

  /** Returns the frame of a method by its number. */
  private LongFunction<Frame> frames = number -> Frame.special(names.apply(number), FrameKind.USER);

  private final TopCounts counts =
      new TopCounts(
          new TopCounts.Names() {
            @Override
            public Frame of(FunctionID method) {
              return frames.apply(method.value());
            }

            @Override
            public Frame of(long at, AddressSample sample) {
              return frames.apply(sample.leaf());
            }
          });
  private final TopPicture picture = new TopPicture(7, counts);

  private void sample(int times, long thread, long... functions) {
    CallStack stack = CallStack.of(functions, new long[functions.length], false);
    for (int i = 0; i < times; i++) {
      counts.stackSampled(0, new SampledStack(new ThreadID(thread), stack, 0, 0));
    }
    counts.name();
  }

  private void running(int times, int osThreadId, long function) {
    AddressStack stack = AddressStack.of(new long[0], AddressStack.End.THREAD_BASE, false, 0);
    AddressSample sample =
        new AddressSample(
            osThreadId,
            stack,
            function,
            AddressSample.Engine.PERF,
            AddressSample.Clock.PROCESSOR,
            0);
    for (int i = 0; i < times; i++) {
      counts.addressSampled(0, sample);
    }
    counts.name();
  }

  private void thread(long id, int number, String name) {
    counts.threadCreated(0, new ThreadID(id), number);
    counts.threadNamed(0, new ThreadID(id), name);
  }

  private static LinuxThread used(long number, String name, long millis) {
    return new LinuxThread(number, name, millis * 1_000_000);
  }

  private static Optional<AgentStatus> status(long seconds, long paused, long stacks) {
    return Optional.of(
        new AgentStatus(
            "t",
            "9.0.1",
            Map.of(
                Quantity.UPTIME,
                seconds * SECOND,
                Quantity.PAUSED_TOTAL,
                paused,
                Quantity.STACKS,
                stacks,
                Quantity.TRACE_BYTES,
                stacks * 100)));
  }

  private List<String> draw(int height) {
    return draw(200, height);
  }

  private List<String> draw(int width, int height) {
    return picture.draw("q leaves it", width, height).stream().map(StyledLine::toString).toList();
  }

  @Test
  void picture_hasProcessorTimeAndSamples_ofMethodsAndThreads() {
    thread(1, 11, "main");
    thread(2, 12, "worker");
    counts.slice(
        0,
        List.of(
            used(11, "main", 5),
            used(12, "worker", 70),
            used(13, ".NET Tiered", 0),
            used(14, "tiptoe-sampler", 100)));
    sample(3, 1, 10, 20);
    sample(2, 2, 0, 20);
    sample(1, 2, 0, 0, 30, 20);
    counts.slice(
        SECOND,
        List.of(
            used(11, "main", 5),
            used(12, "worker", 670),
            used(13, ".NET Tiered", 250),
            used(14, "tiptoe-sampler", 250),
            used(15, ".NET Tiered", 50)));
    picture.next(status(1, 10_000_000, 6), 1);
    assertEquals(
        List.of(
            "process 7  .NET 9.0.1  watched for 1 s  q leaves it",
            "cpu     1.05 processors, of which the agent's threads 14.29%",
            "loads   0 classes/s, 0 methods/s, 0 modules/s; in all 0 classes, 0 methods",
            "agent   pauses it 1.00% of the time, 6 samples/s, 1 kB/s of trace",
            "",
            "    cpu  samples  method  (last 1 s)",
            "  40.0%    33.3%  M20",
            "  20.0%    16.7%  M30",
            "   0.0%    50.0%  M10",
            "",
            "    cpu  samples  thread",
            "  60.0%    50.0%  worker",
            "   0.0%    50.0%  main",
            "  30.0%           (threads that run no managed code, such as the runtime's own)"),
        draw(30));
  }

  @Test
  void picture_thatFollows_hasTheRatesSinceTheLast_andTheSamplesOfTheLastSeconds() {
    sample(100, 1, 10);
    counts.slice(SECOND, List.of());
    picture.next(status(1, 10_000_000, 100), 1);
    for (int i = 0; i < 9; i++) {
      sample(100, 1, 20);
      counts.slice(SECOND, List.of());
    }
    picture.next(status(3, 50_000_000, 300), 9);
    List<String> all = draw(30);
    assertEquals(
        "agent   pauses it 2.00% of the time, 100 samples/s, 10 kB/s of trace", all.get(3));
    assertEquals("    cpu  samples  method  (last 10 s)", all.get(5));
    assertEquals("   0.0%    90.0%  M20", all.get(6));
    assertEquals("   0.0%    10.0%  M10", all.get(7));
    counts.slice(SECOND, List.of());
    assertEquals("   0.0%   100.0%  M20", draw(30).get(6));
  }

  @Test
  void samplesOfRunningThreads_divideTheProcessorTime_andThoseOfTheClockAreTheShares() {
    thread(1, 11, "worker");
    thread(2, 12, "worker");
    counts.osThreadSeen(0, 13, ".NET Tiered");
    counts.slice(0, List.of(used(11, "w", 0), used(12, "w", 0), used(13, "t", 0)));
    sample(6, 1, 10);
    sample(4, 2, 20);
    running(3, 11, 30);
    running(1, 11, 10);
    running(1, 13, 40);
    counts.slice(SECOND, List.of(used(11, "w", 800), used(12, "w", 100), used(13, "t", 50)));
    assertEquals(
        List.of(
            "  60.0%     0.0%  M30",
            "  20.0%    60.0%  M10", "  10.0%    40.0%  M20", "   5.0%     0.0%  M40"),
        draw(30).subList(6, 10));
    assertEquals(
        List.of(
            "  80.0%    60.0%  worker (11)",
            "  10.0%    40.0%  worker (12)", "   5.0%     0.0%  .NET Tiered"),
        draw(30).subList(12, 15));
  }

  @Test
  void samplesOfRunningThreadsAlone_areTheShares() {
    counts.slice(0, List.of(used(11, "w", 0)));
    running(3, 11, 30);
    running(1, 11, 10);
    counts.slice(SECOND, List.of(used(11, "w", 800)));
    assertEquals(List.of("  60.0%    75.0%  M30", "  20.0%    25.0%  M10"), draw(30).subList(6, 8));
  }

  /** After a long pause the agent rests, so that pauses stay within their share. */
  @Test
  void samples_thatAreFew_countForAMinute() {
    sample(10, 1, 10);
    for (int i = 0; i < 60; i++) {
      counts.slice(SECOND, List.of());
    }
    assertEquals("    cpu  samples  method  (last 60 s)", draw(30).get(5));
    assertEquals("   0.0%   100.0%  M10", draw(30).get(6));
    counts.slice(SECOND, List.of());
    assertEquals("                 (no samples)", draw(30).get(6));
  }

  @Test
  void stack_withoutAManagedMethod_isInALineOfItsOwn() {
    sample(1, 1, 0, 0);
    counts.slice(SECOND, List.of());
    assertEquals("   0.0%   100.0%  (no managed method)", draw(30).get(6));
  }

  @Test
  void picture_ofManyMethods_fitsOnTheScreen() {
    for (int i = 1; i < 200; i++) {
      sample(1, i, i);
    }
    counts.slice(0, List.of(used(1, "a", 0)));
    counts.slice(SECOND, List.of(used(1, "a", 900)));
    for (int height = 12; height < 60; height++) {
      assertTrue(draw(height).size() <= height);
    }
  }

  @Test
  void instantiations_withTheSameName_areOneRow() {
    names = id -> id < 20 ? "List.Add(T)" : "Main()";
    sample(2, 1, 10);
    sample(3, 2, 11);
    sample(4, 1, 20);
    counts.slice(SECOND, List.of());
    assertEquals(
        List.of("   0.0%    55.6%  List.Add(T)", "   0.0%    44.4%  Main()", ""),
        draw(80, 30).subList(6, 9));
  }

  /** Once only one of them is left in the window, its name is short again. */
  @Test
  void types_ofOneNameInTwoModules_haveTheirNamespaces_andRowsOfTheirOwn() {
    frames = id -> TypesOfOneName.frame(id < 20 ? "App" : "Lib", "<A" + id + ">");
    sample(20, 1, 10);
    sample(30, 1, 11);
    sample(50, 1, 20);
    counts.slice(SECOND, List.of());
    assertEquals(
        List.of("   0.0%    50.0%  App.Svc.Run()", "   0.0%    50.0%  Lib.Svc.Run()", ""),
        draw(80, 30).subList(6, 9));
    for (int i = 0; i < 10; i++) {
      sample(100, 1, 20);
      counts.slice(SECOND, List.of());
    }
    assertEquals(List.of("   0.0%   100.0%  Svc.Run()", ""), draw(80, 30).subList(6, 8));
  }

  @Test
  void threads_withTheSameName_haveTheirNumbers() {
    thread(1, 11, "worker");
    thread(2, 12, "worker");
    thread(3, 13, "main");
    counts.threadNamed(0, new ThreadID(4), "worker");
    LongStream.rangeClosed(1, 4).forEach(id -> sample((int) id, id, 10));
    counts.slice(SECOND, List.of());
    assertEquals(
        List.of(
            "   0.0%    40.0%  worker (0x4)",
            "   0.0%    30.0%  main",
            "   0.0%    20.0%  worker (12)",
            "   0.0%    10.0%  worker (11)"),
        draw(30).subList(9, 13));
  }

  @Test
  void picture_ofANarrowScreen_leavesOutWholeParts_andBeginningsOfNames() {
    names = id -> "Shop.Carts.Cart.Add(string, int)";
    thread(1, 11, "a worker with a long name");
    sample(1, 1, 10);
    counts.slice(SECOND, List.of(used(11, "worker", 0)));
    picture.next(status(1, 10_000_000, 6), 1);
    assertEquals(
        List.of(
            "process 7  .NET 9.0.1  q leaves it",
            "cpu     0.00 processors",
            "loads   0 classes/s, 0 methods/s",
            "agent   pauses it 1.00% of the time",
            "",
            "    cpu  samples  method  (last 1 s)",
            "   0.0%   100.0%  …Carts.Cart.Add(…)",
            "",
            "    cpu  samples  thread",
            "   0.0%   100.0%  a worker with a l…"),
        draw(36, 30));
    for (int width = 36; width < 120; width++) {
      for (StyledLine line : picture.draw("q leaves it", width, 30)) {
        assertTrue(line.length() <= width, line + " is wider than " + width);
      }
    }
  }

  @Test
  void agent_thatSamplesLessOftenThanAsked_saysSo() {
    for (long reached : List.of(14, 43)) {
      picture.next(
          Optional.of(
              new AgentStatus(
                  "t",
                  "9.0.1",
                  Map.of(
                      Quantity.UPTIME,
                      SECOND,
                      Quantity.SAMPLE_PERIOD,
                      10_000_000L,
                      Quantity.REACHED_PERIOD,
                      reached * 1_000_000))),
          1);
      assertEquals(reached == 43, draw(30).get(3).contains(", every 43 ms instead of 10"));
    }
  }

  /** Perf events keep their period; only the other samples are rarer. */
  @Test
  void agent_thatSuspendsLessOftenThanAsked_saysSoOfWallClockTime() {
    picture.next(
        Optional.of(
            new AgentStatus(
                "t",
                "9.0.1",
                Map.of(
                    Quantity.UPTIME,
                    SECOND,
                    Quantity.SAMPLE_PERIOD,
                    10_000_000L,
                    Quantity.REACHED_PERIOD,
                    43_000_000L,
                    Quantity.PERF_SAMPLES,
                    100L))),
        1);
    String cost = draw(30).get(3);
    assertTrue(cost.contains("100 samples/s, of wall-clock time every 43 ms instead of 10"), cost);
  }

  @Test
  void agent_thatDoesNotAnswer_isSaidToBeSilent() {
    assertEquals("agent   does not answer", draw(20).get(3));
  }
}
