// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.MapListener;
import dev.tiptoe.resolver.map.RuntimeIdMap;

/**
 * Counts what a map learns, so that what was computed from it can be recognized as outdated. The
 * map's writer counts, any thread asks.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes at a time
public final class Learnt implements MapListener {

  private volatile long modules;
  private volatile long types;
  private volatile long late;

  private Learnt() {}

  /** Returns a counter that begins with 0 and listens to a map as long as that lives. */
  public static Learnt from(RuntimeIdMap map) {
    Learnt learnt = new Learnt();
    map.addListener(learnt);
    return learnt;
  }

  /** How often something was learnt of the runtime, modules, assemblies or domains. */
  public long ofModules() {
    return modules;
  }

  /** How often something was learnt of a type. */
  public long ofTypes() {
    return types;
  }

  /** How often the past changed: facts were older than the newest when they came. */
  public long ofThePast() {
    return late;
  }

  @Override
  public void changed(RuntimeID id) {
    if (id instanceof ClassID) {
      types++;
    } else if (!(id instanceof FunctionID || id instanceof ThreadID)) {
      modules++;
    }
  }

  @Override
  public void runtimeReported(RuntimeInfo runtime) {
    modules++;
  }

  @Override
  public void pastChanged() {
    late++;
  }
}
