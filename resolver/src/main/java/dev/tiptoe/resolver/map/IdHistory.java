// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.stream.Stream;

/**
 * All entries that a map has kept, ended ones included, in the order in which they came.
 *
 * <p>Any thread; the streams are lazy and have the entries at the time of their creation. Keeps the
 * map alive, and nothing else.
 */
public interface IdHistory {

  /** All application domains. */
  Stream<AppDomainFact> appDomains();

  /** All assemblies. */
  Stream<AssemblyFact> assemblies();

  /** All modules. */
  Stream<ModuleFact> modules();

  /** All types. */
  Stream<ClassFact> classes();

  /** All methods. */
  Stream<FunctionFact> functions();

  /** All threads. */
  Stream<ThreadFact> threads();
}
