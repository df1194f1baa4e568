// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import java.util.Set;

/**
 * What a map learnt since it was last asked, for one that keeps something up with the map.
 *
 * <p>Threads: the map's writer adds, and one thread at a time takes; neither waits for the other.
 * An ID is handed over after a fact about it, late or not, whatever the fact changed: its meaning,
 * its evidence, or its end.
 */
public final class MapChanges {

  private final ChangedIds classes = new ChangedIds();
  private final ChangedIds functions = new ChangedIds();

  /** How often something was learnt of modules, assemblies or domains. */
  private volatile long modules;

  /** How many facts were older than the newest when they came. */
  private volatile long belated;

  MapChanges() {}

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  void belatedFact() {
    belated++;
  }

  void type(long id) {
    classes.add(id);
  }

  void method(long id) {
    functions.add(id);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  void module() {
    modules++;
  }

  /** Follows from now on: all that the map knew before is to be looked at once. */
  public void begin() {
    classes.begin();
    functions.begin();
  }

  /** Whether so much changed since {@link #begin} that it is to begin anew. */
  public boolean hasGap() {
    return classes.hasGap() || functions.hasGap();
  }

  /** Adds to the sets what changed since the last time. */
  public void take(Set<ClassID> types, Set<FunctionID> methods) {
    classes.take(id -> types.add(new ClassID(id)));
    functions.take(id -> methods.add(new FunctionID(id)));
  }

  /** How many facts were older than the newest when they came: the past changed so often. */
  public long belated() {
    return belated;
  }

  /** A number that grows whenever something is learnt of modules, assemblies or domains. */
  public long modules() {
    return modules;
  }
}
