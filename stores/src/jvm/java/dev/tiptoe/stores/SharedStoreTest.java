// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.symbols.ModuleSymbols;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores and catalogs that several threads use at once. */
class SharedStoreTest {

  @TempDir private Path home = Path.of("");

  private final Notes notes = new Notes();

  private Path folder() throws IOException {
    return Files.createDirectories(home.resolve("folder"));
  }

  private CatalogFile catalog() throws IOException {
    return new CatalogFile(Optional.of(home.resolve("catalog")), List.of(folder()), notes);
  }

  @Test
  void catalog_thatOthersRefreshMeanwhile_isAlwaysWhole() throws Exception {
    for (int i = 0; i < 50; i++) {
      Built.write(folder().resolve("in/M" + i + ".dll"), Built.module("M" + i));
    }
    List<Thread> threads = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int number = i;
      threads.add(
          new Thread(
              () -> {
                try {
                  for (int round = 0; round < 8; round++) {
                    Built.write(
                        folder().resolve("t" + number + "/X.dll"), Built.module("X" + round));
                    Optional<Catalog> old = catalog().existing();
                    Catalog mine = catalog().refreshed(old);
                    assertEquals(1, CatalogTest.find(mine, "M49").size());
                  }
                } catch (IOException | RuntimeException | AssertionError e) {
                  synchronized (failures) {
                    failures.add(e);
                  }
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(List.of(), failures);
    assertEquals(List.of("catalog", "folder"), CatalogTest.names(home));
    assertTrue(catalog().existing().isPresent());
  }

  @Test
  void module_thatSeveralThreadsWant_isOpenedOnce() throws Exception {
    Built.write(home.resolve("a/Shop.dll"), Built.module("Shop"));
    Store store = Store.of(home);
    Set<ModuleSymbols> all = ConcurrentHashMap.newKeySet();
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(
          new Thread(
              () -> {
                try {
                  start.await();
                  all.add(store.find(Built.mvid("Shop")).orElseThrow());
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
              }));
    }
    threads.forEach(Thread::start);
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(1, all.size());
  }
}
