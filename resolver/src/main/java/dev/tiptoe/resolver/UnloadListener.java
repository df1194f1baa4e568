// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.ModuleFact;

/**
 * Receives what was unloaded, for example to evict what a program keeps for an ID; see {@link
 * Session#addUnloadListener}. Each call has what the ID meant, and from when to when.
 *
 * <p>An ID is passed when it was unloaded itself, and when something was that it depends on: with a
 * module its types and methods, with a type its arrays and instantiations in whatever module. What
 * only may have been unloaded, such as code that instantiations share, is not passed. A late fact
 * may show that an end was at another time, which is then passed too, or that there was none.
 *
 * <p>Threads: all calls come from the thread that feeds the session, after readers can see the end.
 * That thread waits meanwhile. A listener may ask the session; it feeds nothing. One that throws is
 * removed, and the call that fed the fact throws that, after the fact is taken in.
 */
public interface UnloadListener {

  /** A module was unloaded. */
  default void moduleUnloaded(ModuleFact module) {}

  /** A type was unloaded. */
  default void typeUnloaded(ClassFact type) {}

  /** A method was unloaded, with its code. */
  default void methodUnloaded(FunctionFact method) {}

  /**
   * The last assembly of a load context was unloaded. Only load contexts that the feed reported
   * have names.
   *
   * @param name as {@code AssemblyLoadContext.ToString} gives it
   * @param at when
   */
  default void loadContextUnloaded(String name, long at) {}
}
