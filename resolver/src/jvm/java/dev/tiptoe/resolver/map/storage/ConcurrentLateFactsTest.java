// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.collectible;
import static dev.tiptoe.resolver.map.storage.Shapes.declared;
import static dev.tiptoe.resolver.map.storage.Shapes.defined;
import static dev.tiptoe.resolver.map.storage.Shapes.derived;
import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.methodDef;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.typeDef;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Late facts under real threads: while they are taken in, a reader gets the answers from before, or
 * less, and never an end that is none, a meaning without evidence, or an ID twice.
 */
final class ConcurrentLateFactsTest {

  private static final int MAPS = 8;
  private static final int TYPES = 200;

  /** Stays loaded. */
  private static final ModuleID STAYS = module(1);

  /** Is used again; each unload comes late, and has a time that ends in 9. */
  private static final ModuleID REUSED = module(2);

  private static final ClassID PLUGIN = type(0x99);

  private volatile RuntimeIdMap current = new StoredMap();
  private volatile boolean done;

  @Test
  void readers_whileLateFactsAreTakenIn_getNoFalseAnswer() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<Long>> readers =
          List.of(threads.submit(() -> read(1)), threads.submit(() -> read(2)));
      for (int i = 0; i < MAPS; i++) {
        RuntimeIdMap map = new StoredMap();
        current = map;
        write(map);
      }
      done = true;
      for (Future<Long> reader : readers) {
        assertTrue(reader.get() > 0, "a reader that checked nothing proves nothing");
      }
    } finally {
      done = true;
      threads.shutdownNow();
    }
  }

  private static void write(RuntimeIdMap map) {
    map.moduleLoaded(1, STAYS, collectible("/app/A.dll"));
    for (int i = 1; i <= TYPES; i++) {
      ClassID type = type(0x100 + i);
      FunctionID method = method(0x1000 + i);
      map.classLoaded(1000 + i, type, defined(STAYS, i));
      map.functionSeen(1000 + i, method, declared(type, STAYS, i), FunctionSource.JITTED);
      map.moduleLoaded(2000 + 10 * i, REUSED, collectible("/app/B" + i + ".dll"));
      map.classLoaded(2001 + 10 * i, PLUGIN, defined(REUSED, 1 + i % 3));
      map.instanceSeen(900 - i, type, InstanceSource.HEAP);
      map.classSeen(800 - i, type, defined(STAYS, i), ClassSource.PROBED);
      map.functionSeen(800 - i, method, declared(Shapes.NO_CLASS, STAYS, i), FunctionSource.PROBED);
      map.unloadStarted(2009 + 10 * (i - 1), REUSED);
      map.unloadStarted(850 - i, module(7));
      map.classLoaded(1500, type, derived(STAYS, i, type(0x101)));
    }
  }

  private long read(int seed) {
    Random random = new Random(seed);
    long checked = 0;
    for (; !done; checked++) {
      IdView now = current.now();
      IdView view = random.nextBoolean() ? now : current.at(random.nextInt(4_200));
      checkWhatStays(view, 1 + random.nextInt(TYPES));
      checkWhatIsReused(view);
      if (checked % 50 == 0) {
        view.classes().forEach(fact -> assertFalse(fact.evidence().isEmpty(), fact.toString()));
      }
    }
    return checked;
  }

  private static void checkWhatStays(IdView view, int i) {
    Meaning<ClassFact> meaning = view.meaningOf(type(0x100 + i));
    assertFalse(meaning instanceof Meaning.Ended, meaning.toString());
    meaning.valid().ifPresent(fact -> assertFalse(fact.evidence().isEmpty(), fact.toString()));
    checkAnswer(view.observedClassIDs(STAYS, typeDef(i)), type(0x100 + i));
    checkAnswer(view.observedFunctionIDs(STAYS, methodDef(i)), method(0x1000 + i));
  }

  private static void checkAnswer(LookupAnswer<?> answer, Object only) {
    assertFalse(answer instanceof LookupAnswer.Unloaded, answer.toString());
    if (answer instanceof LookupAnswer.Loaded<?> loaded) {
      assertEquals(List.of(only), loaded.ids());
      assertFalse(loaded.evidence().isEmpty(), answer.toString());
    }
  }

  private static void checkWhatIsReused(IdView view) {
    if (view.meaningOf(PLUGIN) instanceof Meaning.Ended<ClassFact> ended) {
      assertEquals(9, ended.last().interval().to() % 10, ended.toString());
    }
    if (view.observedClassIDs(REUSED, typeDef(1))
        instanceof LookupAnswer.Unloaded<ClassID> unloaded) {
      assertEquals(9, unloaded.when() % 10, unloaded.toString());
    }
  }
}
