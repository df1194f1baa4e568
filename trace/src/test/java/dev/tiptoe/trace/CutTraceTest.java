// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace that ends anywhere, and one that goes on from there. */
class CutTraceTest {

  static final int HEADER_LENGTH = 64;

  @Test
  void trace_cutInItsHeader_isNoTrace() {
    for (int length = 0; length < HEADER_LENGTH; length++) {
      byte[] cut = Arrays.copyOf(Golden.bytes(), length);
      TraceFormatException e = assertThrows(TraceFormatException.class, () -> Reading.of(cut));
      assertEquals(length, e.offset());
    }
  }

  /** Every sixteenth byte, and those around the ends of records. */
  @Test
  void trace_cutAnywhere_tellsAllWholeRecordsAndHasATornTail() {
    Set<Integer> cuts = new TreeSet<>();
    for (int end : Golden.ends()) {
      cuts.addAll(List.of(end - 1, end, end + 1));
    }
    int length = Golden.bytes().length;
    for (int cut = HEADER_LENGTH; cut < length; cut += 16) {
      cuts.add(cut);
    }
    cuts.removeIf(cut -> cut < HEADER_LENGTH || cut > length);
    cutAt(cuts);
  }

  /** Cuts the golden trace to each of these lengths. */
  static void cutAt(Iterable<Integer> cuts) {
    byte[] whole = Golden.bytes();
    List<Integer> ends = Golden.ends();
    for (int length : cuts) {
      Reading reading = Reading.of(Arrays.copyOf(whole, length));
      long records = ends.stream().filter(end -> end <= length).count() - 1;
      int lastEnd = ends.get((int) records);
      assertEquals(records, reading.state().records(), "cut at " + length);
      assertEquals(length - lastEnd, reading.state().tailBytes(), "cut at " + length);
      assertEquals(length - lastEnd, reading.statistics().tailBytes(), "cut at " + length);
      assertEquals(lastEnd, reading.statistics().bytes(), "cut at " + length);
      assertEquals(0, reading.statistics().damagedBytes(), "cut at " + length);
      assertEquals(length == whole.length, reading.state().ended());
    }
  }

  @Test
  void trace_growingByteByByte_tellsEveryFactOnceAndInOrder(@TempDir Path folder)
      throws IOException {
    byte[] whole = Golden.bytes();
    Path file = Files.write(folder.resolve("growing"), Arrays.copyOf(whole, HEADER_LENGTH));
    FactLog log = new FactLog();
    try (TraceReader reader = TraceReader.open(file);
        OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
      long records = 0;
      for (int i = HEADER_LENGTH; i < whole.length; i++) {
        out.write(whole[i]);
        records += reader.poll(log).records();
      }
      assertEquals(Golden.ends().size() - 1, records);
      assertEquals(0, reader.statistics().damagedBytes());
      assertEquals(whole.length, reader.statistics().bytes());
    }
    assertEquals(Golden.facts(), log.lines());
  }

  @Test
  void tail_tornAndThenAppendedWhole_isDamageBeforeAWholeRecord(@TempDir Path folder)
      throws IOException {
    byte[] whole = Golden.bytes();
    int start = Golden.ends().get(3);
    int end = Golden.ends().get(4);
    Path file = Files.write(folder.resolve("torn"), Arrays.copyOf(whole, end - 7));
    FactLog log = new FactLog();
    try (TraceReader reader = TraceReader.open(file)) {
      assertEquals(new TraceState(3, end - 7 - start, false), reader.poll(log));
      assertEquals(new TraceState(0, end - 7 - start, false), reader.poll(log));
      Files.write(file, Arrays.copyOfRange(whole, start, whole.length), StandardOpenOption.APPEND);
      reader.poll(log);
      assertEquals(end - 7 - start, reader.statistics().damagedBytes());
      assertEquals(0, reader.statistics().identityLost());
    }
    assertEquals(Golden.facts(), log.lines());
  }

  @Test
  void feed_thatThrows_missesOnlyThatFact(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("golden"), Golden.bytes());
    FactLog log = new FactLog();
    try (TraceReader reader = TraceReader.open(file)) {
      assertThrows(
          UnsupportedOperationException.class,
          () ->
              reader.poll(
                  new RuntimeFeed() {
                    @Override
                    public void coverage(long at, Coverage coverage) {
                      throw new UnsupportedOperationException();
                    }
                  }));
      reader.poll(log);
    }
    assertEquals(Golden.facts().subList(2, Golden.facts().size()), log.lines());
  }

  @Test
  void feed_thatThrowsAtAHole_isReportedTheRecordBehindIt(@TempDir Path folder) throws IOException {
    byte[] whole = Golden.bytes();
    int start = Golden.ends().get(3);
    int end = Golden.ends().get(4);
    byte[] cut = new byte[whole.length - (end - start)];
    System.arraycopy(whole, 0, cut, 0, start);
    System.arraycopy(whole, end, cut, start, whole.length - end);
    FactLog expected = new FactLog();
    FactLog log = new FactLog();
    Path file = Files.write(folder.resolve("hole"), cut);
    try (TraceReader reader = TraceReader.open(file)) {
      reader.poll(expected);
    }
    try (TraceReader reader = TraceReader.open(file)) {
      assertThrows(IllegalStateException.class, () -> reader.poll(refusingHoles(log)));
      reader.poll(log);
    }
    assertEquals(expected.lines(), log.lines());
  }

  /** Passes everything on, then throws if it was that records are missing. */
  private static RuntimeFeed refusingHoles(RuntimeFeed to) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          Object nothing = method.invoke(to, arguments);
          if (arguments[1] instanceof Coverage coverage
              && coverage.reason().startsWith("identity records are missing")) {
            throw new IllegalStateException(coverage.reason());
          }
          return nothing;
        };
    ClassLoader loader = RuntimeFeed.class.getClassLoader();
    return (RuntimeFeed)
        Proxy.newProxyInstance(loader, new Class<?>[] {RuntimeFeed.class}, handler);
  }
}
