// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.collectible;
import static dev.tiptoe.resolver.map.storage.Shapes.defined;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.typeDef;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Evidence.Observed;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.Interval;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.MapStatistics;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * The whole map under real threads: a fact that a reader knows to be there is found whole, while
 * pages, indexes and token arrays grow.
 *
 * <p>The facts are a function of a counter, so each reader can work out what must be true of any of
 * them.
 */
final class ConcurrentReadersTest {

  private static final int FACTS = 200_000;
  private static final int PER_MODULE = 500;

  private final RuntimeIdMap map = new StoredMap();

  /** How many facts the writer has fed. */
  private final AtomicLong fed = new AtomicLong();

  @Test
  void readers_besideTheWriter_seeEveryFedFactWhole() throws Exception {
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

  /** Every module is unloaded after its last type but one; every third type has an instance. */
  private void write() {
    for (int n = 0; n < FACTS; n++) {
      if (n % PER_MODULE == 0) {
        map.moduleLoaded(n, moduleOf(n), collectible("M" + n / PER_MODULE + ".dll"));
      }
      map.classLoaded(n, typeOf(n), defined(moduleOf(n), ridOf(n)));
      if (n % 3 == 0) {
        map.instanceSeen(n, typeOf(n), InstanceSource.HEAP);
      }
      if (n % PER_MODULE == PER_MODULE - 1) {
        map.unloadStarted(n, moduleOf(n));
      }
      fed.set(n + 1);
    }
  }

  private long read(int stride) {
    long checked = 0;
    int n = 0;
    for (long known = 0; known < FACTS && !Thread.interrupted(); known = fed.get()) {
      if (known > 0) {
        n = (int) ((n + stride) % known);
        check(n);
        checked++;
      }
    }
    for (n = 0; n < FACTS; n += 97, checked++) {
      check(n);
    }
    return checked;
  }

  private void check(int n) {
    int unloadedAt = n - n % PER_MODULE + PER_MODULE - 1;
    boolean everValid = n < unloadedAt;
    IdView then = map.at(n);
    Meaning<ClassFact> meaning = then.meaningOf(typeOf(n));
    assertEquals(everValid, meaning.valid().isPresent());
    if (everValid) {
      ClassFact fact = meaning.valid().orElseThrow();
      assertEquals(defined(moduleOf(n), ridOf(n)), fact.shape());
      assertEquals(
          n % 3 == 0
              ? List.of(
                  new Observed(EvidenceKind.ON_HEAP, n), new Observed(EvidenceKind.ANNOUNCED, n))
              : List.of(new Observed(EvidenceKind.ANNOUNCED, n)),
          fact.evidence());
      long to = fact.interval().to();
      assertTrue(to == unloadedAt || (to == Interval.OPEN), "ends at " + to);
      LookupAnswer<ClassID> answer = then.observedClassIDs(moduleOf(n), typeDef(ridOf(n)));
      assertEquals(List.of(typeOf(n)), ((LookupAnswer.Loaded<ClassID>) answer).ids(), answer.why());
    }
    if (fed.get() > unloadedAt) {
      assertTrue(
          map.now()
              .meaningOf(typeOf(n))
              .valid()
              .filter(each -> each.interval().from() == n)
              .isEmpty());
    }
  }

  /** IDs come back after four modules. */
  private static ClassID typeOf(int n) {
    return type(0x7f00_0000L + n % (4 * PER_MODULE) * 8L);
  }

  private static ModuleID moduleOf(int n) {
    return module(0x6f00_0000L + n / PER_MODULE % 3 * 8L);
  }

  private static int ridOf(int n) {
    return 1 + n % PER_MODULE * 9;
  }
}
