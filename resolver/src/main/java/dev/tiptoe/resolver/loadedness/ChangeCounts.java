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
 * Counts the changes of a map, so that a result that was computed from it can be recognized as
 * outdated. The map's writer counts, any thread reads.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes at a time
public final class ChangeCounts implements MapListener {

  private volatile long modules;
  private volatile long types;
  private volatile long late;

  private ChangeCounts() {}

  /** Returns a counter that begins with 0 and listens to a map as long as that lives. */
  public static ChangeCounts of(RuntimeIdMap map) {
    ChangeCounts counts = new ChangeCounts();
    map.addListener(counts);
    return counts;
  }

  /** The number of facts about the runtime, modules, assemblies and domains. */
  public long modules() {
    return modules;
  }

  /** The number of facts about types. */
  public long types() {
    return types;
  }

  /** The number of late facts: those that were older than the newest when they came. */
  public long late() {
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
