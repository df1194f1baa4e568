// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.MapListener;
import java.util.function.Consumer;

/**
 * A queue of the classes and functions about which a map got facts, for one consumer.
 *
 * <p>Threads: the map's writer adds, and one thread at a time takes and releases; neither waits for
 * the other. Each fact, late or not, adds its ID, whether it changed a meaning, evidence or an end.
 */
final class ChangeQueue implements MapListener {

  private final IdQueue classes = new IdQueue();
  private final IdQueue functions = new IdQueue();

  @Override
  public void changed(RuntimeID id) {
    if (id instanceof ClassID type) {
      classes.add(type.value());
    } else if (id instanceof FunctionID method) {
      functions.add(method.value());
    }
  }

  /** Empties the queue. The consumer then reads the whole map once. */
  void begin() {
    classes.begin();
    functions.begin();
  }

  /** Whether changes were left out since {@link #begin}, so that the consumer has to begin anew. */
  boolean hasGap() {
    return classes.hasGap() || functions.hasGap();
  }

  /**
   * A position in the queue.
   *
   * @param classes how many changed ClassIDs were added before it
   * @param functions how many changed FunctionIDs were added before it
   */
  record Position(long classes, long functions) {}

  /** The end of the queue; any thread may ask. */
  Position position() {
    return new Position(classes.added(), functions.added());
  }

  /** Whether everything before a position is {@linkplain #release released}; any thread may ask. */
  boolean areReleased(Position position) {
    return classes.released() >= position.classes() && functions.released() >= position.functions();
  }

  /** Whether a change is not yet released; any thread may ask. */
  boolean arePending() {
    return classes.released() != classes.added() || functions.released() != functions.added();
  }

  /** Passes changes that were added since the last call, of each kind at most so many. */
  void take(int most, Consumer<ClassID> types, Consumer<FunctionID> methods) {
    classes.take(most, id -> types.accept(new ClassID(id)));
    functions.take(most, id -> methods.accept(new FunctionID(id)));
  }

  /** Publishes that everything taken is applied. */
  void release() {
    classes.release();
    functions.release();
  }
}
