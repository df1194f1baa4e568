// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.ThreadID;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace that is read on one thread and passed on by another. */
class ReadAheadTest {

  private static final long ALWAYS = 0;
  private static final long NEVER = Long.MAX_VALUE;

  /** More than all batches hold together. */
  private static final int RECORDS = 10_000;

  @TempDir private Path folder;

  @AfterEach
  void noThread_isLeft() {
    assertFalse(isReadAhead());
  }

  private static boolean isReadAhead() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("tiptoe-trace-reader"));
  }

  /** A trace of the ends of threads 1, 2, 3, … */
  private static byte[] manyRecords() {
    TraceBytes trace = new TraceBytes();
    for (long i = 1; i <= RECORDS; i++) {
      trace.identity(RecordLayout.ThreadDestroyed.RECORD_TYPE, TraceBytes.fields(i));
    }
    return trace.toArray();
  }

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("trace.tiptoe"), bytes);
  }

  /** Calls back with the number of each thread that has ended. */
  private static RuntimeFeed feed(LongConsumer ended) {
    return new RuntimeFeed() {
      @Override
      public void threadDestroyed(long at, ThreadID thread) {
        ended.accept(thread.value());
      }
    };
  }

  private record Reading(List<String> facts, TraceState state, TraceStatistics statistics) {}

  private static Reading reading(Path file, long many) throws IOException {
    try (TraceReader reader = TraceReader.open(file, many)) {
      FactLog log = new FactLog();
      TraceState state = reader.poll(log);
      return new Reading(log.lines(), state, reader.statistics());
    }
  }

  @Test
  void facts_areReportedInOrderOnTheCallingThread() throws IOException {
    Thread caller = Thread.currentThread();
    List<Long> seen = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(file(manyRecords()), ALWAYS)) {
      RuntimeFeed feed =
          feed(
              thread -> {
                assertSame(caller, Thread.currentThread());
                seen.add(thread);
              });
      assertEquals(new TraceState(RECORDS, 0, false), reader.poll(feed));
      assertEquals(new TraceState(0, 0, false), reader.poll(feed));
    }
    assertEquals(RECORDS, seen.size());
    for (int i = 0; i < RECORDS; i++) {
      assertEquals(i + 1, seen.get(i));
    }
  }

  @Test
  void thread_isStartedOnlyWhereThereIsMuchToRead() throws IOException {
    Path file = file(manyRecords());
    List<Boolean> ahead = new ArrayList<>();
    RuntimeFeed feed =
        feed(
            thread -> {
              if (thread == 1) {
                ahead.add(isReadAhead());
              }
            });
    for (long many : new long[] {ALWAYS, Files.size(file) - 64, Files.size(file)}) {
      try (TraceReader reader = TraceReader.open(file, many)) {
        reader.poll(feed);
      }
    }
    try (TraceReader reader = TraceReader.open(file)) {
      reader.poll(feed);
    }
    assertEquals(List.of(true, true, false, false), ahead);
  }

  @Property(tries = 15)
  void trace_damagedAnywhere_isReportedAsByOneThread(
      @ForAll @IntRange(max = 200) int damages, @ForAll Random random) throws IOException {
    byte[] bytes = manyRecords();
    for (int i = 0; i < damages; i++) {
      bytes[64 + random.nextInt(bytes.length - 64)] ^= (byte) (1 + random.nextInt(255));
    }
    byte[] cut = Arrays.copyOf(bytes, bytes.length - random.nextInt(100));
    Path file = Files.createTempFile("ahead", ".tiptoe");
    try {
      Files.write(file, cut);
      assertEquals(reading(file, NEVER), reading(file, ALWAYS));
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void goldenTrace_growing_isReportedAsByOneThread() throws IOException {
    byte[] whole = Golden.bytes();
    Path file = file(Arrays.copyOf(whole, 64));
    FactLog log = new FactLog();
    try (TraceReader reader = TraceReader.open(file, ALWAYS)) {
      for (int from = 64; from < whole.length; from += 33) {
        int to = Math.min(whole.length, from + 33);
        Files.write(file, Arrays.copyOfRange(whole, from, to), StandardOpenOption.APPEND);
        reader.poll(log);
      }
      assertEquals(whole.length, reader.statistics().bytes());
    }
    assertEquals(Golden.facts(), log.lines());
  }

  @Test
  void feed_thatThrows_missesOnlyThatFact() throws IOException {
    List<Long> seen = new ArrayList<>();
    RuntimeFeed feed =
        feed(
            thread -> {
              if (thread % 777 == 0) {
                throw new UnsupportedOperationException();
              }
              seen.add(thread);
            });
    try (TraceReader reader = TraceReader.open(file(manyRecords()), ALWAYS)) {
      for (long fault = 777; fault <= RECORDS; fault += 777) {
        assertThrows(UnsupportedOperationException.class, () -> reader.poll(feed));
        assertEquals(fault, reader.statistics().count(RecordType.THREAD_DESTROYED));
        assertEquals(fault - fault / 777, seen.size());
      }
      reader.poll(feed);
      assertEquals(RECORDS, reader.statistics().count(RecordType.THREAD_DESTROYED));
      assertEquals(0, reader.statistics().identityLost() + reader.statistics().damagedBytes());
    }
    assertEquals(RECORDS - RECORDS / 777, seen.size());
  }

  @Test
  void feed_thatThrowsBehindDamage_isReportedTheRestWithTheSameStatistics() throws IOException {
    byte[] bytes = manyRecords();
    bytes[bytes.length / 2] ^= 1;
    Path file = file(bytes);
    Reading whole = reading(file, NEVER);
    FactLog log = new FactLog();
    List<Long> faults = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(file, ALWAYS)) {
      RuntimeFeed refusing =
          feed(
              thread -> {
                log.threadDestroyed(10 * thread, new ThreadID(thread));
                if (thread == RECORDS * 3 / 4) {
                  faults.add(thread);
                  throw new IllegalStateException();
                }
              });
      assertThrows(IllegalStateException.class, () -> reader.poll(refusing));
      reader.poll(refusing);
      assertEquals(whole.statistics(), reader.statistics());
    }
    assertEquals(List.of(RECORDS * 3L / 4), faults);
    assertEquals(
        whole.facts().stream().filter(line -> line.contains("threadDestroyed")).toList(),
        log.lines());
  }

  @Test
  void caller_thatIsInterrupted_getsAnExceptionBehindWhatWasReported() throws IOException {
    List<Long> seen = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(file(manyRecords()), ALWAYS)) {
      RuntimeFeed feed =
          feed(
              thread -> {
                seen.add(thread);
                if (thread == 1) {
                  Thread.currentThread().interrupt();
                }
              });
      assertThrows(ClosedByInterruptException.class, () -> reader.poll(feed));
      assertTrue(Thread.interrupted());
      assertEquals(seen.size(), reader.statistics().count(RecordType.THREAD_DESTROYED));
    }
    assertTrue(seen.size() < RECORDS);
  }

  @Test
  void reader_thatIsClosedByItsFeed_throwsBehindWhatWasReported() throws IOException {
    List<Long> seen = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(file(manyRecords()), ALWAYS)) {
      RuntimeFeed feed =
          feed(
              thread -> {
                seen.add(thread);
                close(reader);
              });
      assertThrows(ClosedChannelException.class, () -> reader.poll(feed));
    }
    for (int i = 0; i < seen.size(); i++) {
      assertEquals(i + 1, seen.get(i));
    }
  }

  private static void close(TraceReader reader) {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
