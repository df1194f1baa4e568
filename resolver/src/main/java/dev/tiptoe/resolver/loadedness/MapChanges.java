// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.MapListener;
import java.util.function.Consumer;

/**
 * What a map learnt since it was last asked, for one that keeps something up with the map.
 *
 * <p>Threads: the map's writer adds, and one thread at a time takes and releases; neither waits for
 * the other. An ID is handed over after a fact about it, late or not, whatever the fact changed:
 * its meaning, its evidence, or its end.
 */
final class MapChanges implements MapListener {

  private final ChangedIds classes = new ChangedIds();
  private final ChangedIds functions = new ChangedIds();

  @Override
  public void changed(RuntimeID id) {
    if (id instanceof ClassID type) {
      classes.add(type.value());
    } else if (id instanceof FunctionID method) {
      functions.add(method.value());
    }
  }

  /** Follows from now on: all that the map knew before is to be looked at once. */
  void begin() {
    classes.begin();
    functions.begin();
  }

  /** Whether so much changed since {@link #begin} that it is to begin anew. */
  boolean hasGap() {
    return classes.hasGap() || functions.hasGap();
  }

  /**
   * How much was added by a time.
   *
   * @param classes how many changed ClassIDs
   * @param functions how many changed FunctionIDs
   */
  record Position(long classes, long functions) {}

  /** How much was added by now; any thread may ask. */
  Position position() {
    return new Position(classes.added(), functions.added());
  }

  /** Whether all that was added up to a position is taken and {@linkplain #release released}. */
  boolean areTaken(Position position) {
    return classes.released() >= position.classes() && functions.released() >= position.functions();
  }

  /** Whether something was added that is not yet released; any thread may ask. */
  boolean arePending() {
    return classes.released() != classes.added() || functions.released() != functions.added();
  }

  /** Hands over some of what changed since the last time, of each kind at most so many. */
  void take(int most, Consumer<ClassID> types, Consumer<FunctionID> methods) {
    classes.take(most, id -> types.accept(new ClassID(id)));
    functions.take(most, id -> methods.accept(new FunctionID(id)));
  }

  /** Publishes that all that was taken is dealt with. */
  void release() {
    classes.release();
    functions.release();
  }
}
