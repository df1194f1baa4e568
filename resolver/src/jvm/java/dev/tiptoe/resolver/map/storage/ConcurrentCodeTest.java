// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.dynamic;
import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.NativeCode.IlMapping;
import dev.tiptoe.resolver.feed.NativeCode.Range;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.map.CodeLocation;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.IlPosition;
import dev.tiptoe.resolver.map.MapStatistics;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Native code under real threads: methods come and go over memory that is used again, now in larger
 * pieces and now in smaller ones, and a reader finds for every time the method that lay there then.
 */
final class ConcurrentCodeTest {

  private static final int METHODS = 60_000;

  /** Methods that live at once. */
  private static final int LIVING = 1_000;

  private static final int PLACE = 0x1000;

  private final RuntimeIdMap map = new StoredMap();
  private final AtomicInteger fed = new AtomicInteger();

  @Test
  void readers_besideTheWriter_findTheCodeOfEveryTime() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<Long>> readers =
          List.of(threads.submit(() -> read(1)), threads.submit(() -> read(7_919)));
      threads.submit(this::write).get();
      for (Future<Long> reader : readers) {
        assertTrue(reader.get() > 0, "a reader that checked nothing proves nothing");
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(new MapStatistics(0, 0, 0, 0, 0, 0, 0), map.statistics());
  }

  private void write() {
    for (int n = 0; n < METHODS; n++) {
      if (n >= LIVING) {
        map.unloadStarted(timeOf(n), idOf(n - LIVING));
      }
      map.functionSeen(timeOf(n) + 1, idOf(n), dynamic(module(1), "m" + n), FunctionSource.JITTED);
      List<IlMapping> il = List.of(new IlMapping(n, 0, sizeOf(n)));
      Range range = new Range(startOf(n), sizeOf(n));
      map.codeSeen(timeOf(n) + 2, idOf(n), new NativeCode(0, List.of(range), il));
      fed.set(n + 1);
    }
  }

  private long read(int stride) {
    long checked = 0;
    int n = 0;
    for (int known = 0; known < METHODS && !Thread.interrupted(); known = fed.get()) {
      if (known > 0) {
        n = (n + stride) % known;
        check(n);
        checked++;
      }
    }
    for (n = 0; n < METHODS; n += 13, checked++) {
      check(n);
    }
    return checked;
  }

  private void check(int n) {
    IdView then = map.at(timeOf(n) + 2);
    for (long at : new long[] {0, sizeOf(n) / 2, sizeOf(n) - 1}) {
      CodeLocation found = then.codeAt(startOf(n) + at);
      assertEquals(idOf(n), found.function().orElseThrow().id(), found.why());
      assertEquals(new IlPosition.At(n), ((CodeLocation.InCode) found).il());
    }
    assertEquals(new FunctionID(0), then.functionAt(startOf(n) + sizeOf(n)));
    assertEquals(List.of(new Range(startOf(n), sizeOf(n))), then.codeOf(idOf(n)));
  }

  private static FunctionID idOf(int n) {
    return method(0x5000_0000L + n % (2 * LIVING) * 8L);
  }

  /** Each place is used again by a method that begins elsewhere in it and has another size. */
  private static long startOf(int n) {
    return 0x7f00_0000_0000L + (long) (n % LIVING) * PLACE + n / LIVING % 7 * 0x40L;
  }

  private static int sizeOf(int n) {
    return 0x20 << n / LIVING % 6;
  }

  private static long timeOf(int n) {
    return 10L * n + 1;
  }
}
