// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.RuntimeID;

/**
 * Is told what a {@link RuntimeIdMap} learns; see {@link RuntimeIdMap#addListener}.
 *
 * <p>Threads: all calls come from the thread that feeds the map, after readers can see the change,
 * and possibly before they see all of the same fact. That thread waits meanwhile: a listener notes
 * what it is told, and asks the map later. It feeds nothing.
 */
public interface MapListener {

  /**
   * Something was learnt of an ID: its meaning, its evidence, or its end. An ID may be told several
   * times for one fact.
   */
  default void changed(RuntimeID id) {}

  /**
   * An ID means nothing any more since a time, or nobody knows what it means since then: {@link
   * IdView#meaningOf} tells which. It was unloaded, or something that it depends on was. A late
   * fact may still move an end, or take it back: then {@link #changed} is called, and this again
   * for another end.
   */
  default void ended(RuntimeID id, long at) {}

  /** A fact came late, so that answers about earlier times may be others than before. */
  default void pastChanged() {}

  /** The feed reported which runtime the facts are about. */
  default void runtimeReported(RuntimeInfo runtime) {}
}
