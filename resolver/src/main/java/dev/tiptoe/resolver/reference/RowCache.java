// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.resolver.answer.LoadedImage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Caches answers by module and row; a look-up reads two arrays. Thread-safe.
 *
 * <p>Holds a reference for each row of the modules in use, and at most {@value #MOST} answers or
 * parts of answers: when there would be more, all are evicted. That is cruder than least recently
 * used, and costs a reader nothing; normal programs stay far below.
 *
 * @param <T> the answer
 */
final class RowCache<T> {

  private static final int MOST = 1 << 21;

  private final int table;
  private final AtomicReferenceArray<AtomicReferenceArray<T>> modules;
  private final AtomicInteger weight = new AtomicInteger();

  /** Creates an empty cache for the rows of {@code table} in so many modules. */
  RowCache(int table, int modules) {
    this.table = table;
    this.modules = new AtomicReferenceArray<>(modules);
  }

  /** Returns the answer for a row; null when none is cached. */
  @Nullable T get(LoadedImage module, int rid) {
    AtomicReferenceArray<T> rows = module.place() < 0 ? null : modules.get(module.place());
    return rows == null || rid >= rows.length() ? null : rows.get(rid);
  }

  /** Caches an answer of so many parts. */
  void put(LoadedImage module, int rid, T answer, int parts) {
    if (module.place() < 0) {
      return;
    }
    if (weight.addAndGet(parts) > MOST) {
      forget();
    }
    AtomicReferenceArray<T> rows = modules.get(module.place());
    if (rows == null) {
      rows = new AtomicReferenceArray<>(module.image().count(table) + 1);
      modules.set(module.place(), rows);
    }
    if (rid < rows.length()) {
      rows.setRelease(rid, answer);
    }
  }

  private void forget() {
    for (int place = 0; place < modules.length(); place++) {
      modules.set(place, null);
    }
    weight.set(0);
  }
}
