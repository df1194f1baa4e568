// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * All entries that a map has kept, ended ones included, in the order in which they came.
 *
 * <p>Any thread; the streams are lazy and have the entries at the time of their creation. Keeps the
 * map alive, and nothing else.
 */
public final class IdHistory {

  private final MapContents contents;

  IdHistory(MapContents contents) {
    this.contents = contents;
  }

  /** All application domains. */
  public Stream<AppDomainFact> appDomains() {
    MapTables tables = contents.tables();
    return all(tables.appDomains().ids(), row -> tables.appDomainFact(row, IdView.NOW));
  }

  /** All assemblies. */
  public Stream<AssemblyFact> assemblies() {
    MapTables tables = contents.tables();
    return all(tables.assemblies().ids(), row -> tables.assemblyFact(row, IdView.NOW));
  }

  /** All modules. */
  public Stream<ModuleFact> modules() {
    MapTables tables = contents.tables();
    return all(tables.modules().ids(), row -> tables.moduleFact(row, IdView.NOW));
  }

  /** All types. */
  public Stream<ClassFact> classes() {
    MapTables tables = contents.tables();
    return all(tables.classes().ids(), row -> tables.classes().fact(row, IdView.NOW));
  }

  /** All methods. */
  public Stream<FunctionFact> functions() {
    MapTables tables = contents.tables();
    return all(tables.functions().ids(), row -> tables.functions().fact(row, IdView.NOW));
  }

  /** All threads. */
  public Stream<ThreadFact> threads() {
    MapTables tables = contents.tables();
    return all(tables.threads().ids(), row -> tables.threadFact(row, IdView.NOW));
  }

  private static <F> Stream<F> all(IdTable ids, IntFunction<F> fact) {
    return ids.rows().mapToObj(fact);
  }
}
