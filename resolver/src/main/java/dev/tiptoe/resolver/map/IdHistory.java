// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * All entries of a map, ended ones included, in the order in which they came.
 *
 * <p>Any thread; the streams are lazy and hold what there was when they were made. Keeps the map
 * alive, and nothing else.
 */
public final class IdHistory {

  private final MapTables tables;

  IdHistory(MapTables tables) {
    this.tables = tables;
  }

  /** All application domains. */
  public Stream<AppDomainFact> appDomains() {
    return all(tables.appDomains().ids(), row -> tables.appDomainFact(row, IdView.NOW));
  }

  /** All assemblies. */
  public Stream<AssemblyFact> assemblies() {
    return all(tables.assemblies().ids(), row -> tables.assemblyFact(row, IdView.NOW));
  }

  /** All modules. */
  public Stream<ModuleFact> modules() {
    return all(tables.modules().ids(), row -> tables.moduleFact(row, IdView.NOW));
  }

  /** All types. */
  public Stream<ClassFact> classes() {
    return all(tables.classes().ids(), row -> tables.classes().fact(row, IdView.NOW));
  }

  /** All methods. */
  public Stream<FunctionFact> functions() {
    return all(tables.functions().ids(), row -> tables.functions().fact(row, IdView.NOW));
  }

  /** All threads. */
  public Stream<ThreadFact> threads() {
    return all(tables.threads().ids(), row -> tables.threadFact(row, IdView.NOW));
  }

  private static <F> Stream<F> all(IdTable ids, IntFunction<F> fact) {
    return ids.rows().mapToObj(fact);
  }
}
