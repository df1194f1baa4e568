// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.RuntimeID;

/**
 * Receives the changes of a {@link RuntimeIdMap}; see {@link RuntimeIdMap#addListener}.
 *
 * <p>Threads: all calls come from the thread that feeds the map, after readers can see the change,
 * and possibly before they see all of the same fact. That thread waits meanwhile: a listener should
 * only note the change, and query the map later. It must not feed the map.
 */
public interface MapListener {

  /**
   * The meaning, the evidence or the end of an ID has changed. May be called several times for one
   * fact.
   */
  default void changed(RuntimeID id) {}

  /**
   * Since a time an ID has no meaning any more, or an unknown one: {@link IdView#meaningOf} returns
   * which. It was unloaded, or something on which it depends. A late fact may still move an end, or
   * cancel it: then {@link #changed} is called, and this method again for another end.
   */
  default void ended(RuntimeID id, long at) {}

  /** A fact came late, so answers about earlier times may have changed. */
  default void pastChanged() {}

  /** The feed reported which runtime the facts are about. */
  default void runtimeReported(RuntimeInfo runtime) {}
}
