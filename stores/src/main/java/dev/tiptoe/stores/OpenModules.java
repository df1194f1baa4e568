// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.symbols.ImageSymbols;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The modules that are open, up to a limit of memory; beyond it, the modules that were not used for
 * the longest time, counted in opened modules, are dropped. Thread-safe: an open module is found
 * without a lock, and several threads that need one module open it once.
 */
final class OpenModules {

  /** The number of keys that are known to have no module. */
  private static final int MOST_ABSENT = 1 << 16;

  /** The symbols of a module and the memory that they retain. */
  record Opened(ImageSymbols symbols, long weight) {}

  private static final class Slot {

    private final FutureTask<Optional<Opened>> opening;
    private volatile int used;

    Slot(Supplier<Optional<Opened>> opening) {
      this.opening = new FutureTask<>(opening::get);
    }

    /** Returns the result of the task, which some thread runs. */
    Optional<Opened> get() {
      boolean interrupted = false;
      try {
        while (true) {
          try {
            return opening.get();
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
      } catch (ExecutionException e) {
        if (e.getCause() instanceof Error error) {
          throw error;
        }
        throw e.getCause() instanceof RuntimeException known
            ? known
            : new IllegalStateException(e.getCause());
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    long weight() {
      return opening.isDone() ? get().map(Opened::weight).orElse(0L) : 0;
    }
  }

  private final long limit;
  private final Map<Object, Slot> slots = new ConcurrentHashMap<>();
  private final Set<Object> absent = ConcurrentHashMap.newKeySet();
  private final AtomicLong retained = new AtomicLong();

  /** Counts the modules that were opened: the time by which the least used one is found. */
  private volatile int opened;

  /**
   * Creates an empty cache.
   *
   * @param limit the greatest weight of all modules; the one that was opened last may exceed it
   */
  OpenModules(long limit) {
    this.limit = limit;
  }

  /** Returns the module of a key, opened if it is not. */
  Optional<ImageSymbols> get(Object key, Supplier<Optional<Opened>> opening) {
    Slot slot = slots.get(key);
    if (slot == null) {
      if (absent.contains(key)) {
        return Optional.empty();
      }
      return opened(key, opening).get().map(Opened::symbols);
    }
    int now = opened;
    // A write that changes nothing would take the line from the other processors.
    if (slot.used != now) {
      slot.used = now;
    }
    return slot.get().map(Opened::symbols);
  }

  private Slot opened(Object key, Supplier<Optional<Opened>> opening) {
    Slot mine = new Slot(opening);
    mine.used = opened;
    Slot other = slots.putIfAbsent(key, mine);
    if (other != null) {
      return other;
    }
    mine.opening.run();
    boolean kept = false;
    try {
      Optional<Opened> result = mine.get();
      if (result.isPresent()) {
        kept = true;
        retain(mine, result.get().weight());
      } else {
        addAbsent(key);
      }
    } finally {
      if (!kept) {
        slots.remove(key, mine);
      }
    }
    return mine;
  }

  /** Forgets which keys have no module. */
  void forgetAbsent() {
    absent.clear();
  }

  private void addAbsent(Object key) {
    if (absent.size() >= MOST_ABSENT) {
      absent.clear();
    }
    absent.add(key);
  }

  private synchronized void retain(Slot newest, long weight) {
    // What is requested from now on was used later than the newest.
    opened += 2;
    newest.used = opened - 1;
    retained.addAndGet(weight);
    while (retained.get() > limit) {
      Optional<Map.Entry<Object, Slot>> least =
          slots.entrySet().stream()
              .filter(entry -> entry.getValue() != newest && entry.getValue().weight() > 0)
              .min(Comparator.comparingInt(entry -> entry.getValue().used));
      if (least.isEmpty()) {
        return;
      }
      retained.addAndGet(-least.get().getValue().weight());
      slots.remove(least.get().getKey(), least.get().getValue());
    }
  }
}
