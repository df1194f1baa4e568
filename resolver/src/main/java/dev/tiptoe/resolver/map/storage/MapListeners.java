// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.MapListener;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of a map. The writer calls them for each change; any thread adds and removes
 * listeners.
 *
 * <p>A listener that throws gets no more calls, and its exception is kept until the fact has been
 * processed.
 */
final class MapListeners {

  private final CopyOnWriteArrayList<MapListener> all = new CopyOnWriteArrayList<>();

  /** The number of changes of modules, assemblies and domains; used by the writer only. */
  private long modules;

  private @Nullable Throwable failure;

  /** Whether facts are taken in that listeners know already; the writer's own. */
  private boolean muted;

  void setMuted(boolean now) {
    muted = now;
  }

  void add(MapListener listener) {
    all.add(listener);
  }

  void remove(MapListener listener) {
    all.remove(listener);
  }

  /** Returns a watcher that passes the changes of one table on. */
  IdTable.Watcher of(LongFunction<? extends RuntimeID> typed) {
    return new IdTable.Watcher() {
      @Override
      public void changed(long id) {
        if (!muted && !all.isEmpty()) {
          call(each -> each.changed(typed.apply(id)));
        }
      }

      @Override
      public void ended(long id, long at) {
        if (!muted && !all.isEmpty()) {
          call(each -> each.ended(typed.apply(id), at));
        }
      }
    };
  }

  /** Does the same for modules, assemblies and domains, and counts the changes. */
  IdTable.Watcher ofModules(LongFunction<? extends RuntimeID> typed) {
    IdTable.Watcher others = of(typed);
    return new IdTable.Watcher() {
      @Override
      public void changed(long id) {
        modules++;
        others.changed(id);
      }

      @Override
      public void ended(long id, long at) {
        others.ended(id, at);
      }
    };
  }

  /** Returns a number that grows with each change of modules, assemblies or domains. */
  long modules() {
    return modules;
  }

  void call(Consumer<MapListener> what) {
    if (muted) {
      return;
    }
    for (MapListener each : all) {
      try {
        what.accept(each);
      } catch (Throwable e) {
        all.remove(each);
        fail(e);
      }
    }
  }

  private void fail(Throwable thrown) {
    Throwable first = failure;
    if (first == null) {
      failure = thrown;
    } else if (first != thrown) {
      first.addSuppressed(thrown);
    }
  }

  /** What listeners threw, once; the first, with the others suppressed. */
  @Nullable Throwable takeFailure() {
    Throwable thrown = failure;
    failure = null;
    return thrown;
  }
}
