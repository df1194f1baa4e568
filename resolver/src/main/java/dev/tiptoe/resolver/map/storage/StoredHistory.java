// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.AppDomainFact;
import dev.tiptoe.resolver.map.AssemblyFact;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdHistory;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.ThreadFact;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** All rows of the tables of a {@link StoredMap}. */
final class StoredHistory implements IdHistory {

  private final MapContents contents;

  StoredHistory(MapContents contents) {
    this.contents = contents;
  }

  @Override
  public Stream<AppDomainFact> appDomains() {
    MapTables tables = contents.tables();
    return all(tables.appDomains().ids(), row -> tables.appDomainFact(row, StoredView.NOW));
  }

  @Override
  public Stream<AssemblyFact> assemblies() {
    MapTables tables = contents.tables();
    return all(tables.assemblies().ids(), row -> tables.assemblyFact(row, StoredView.NOW));
  }

  @Override
  public Stream<ModuleFact> modules() {
    MapTables tables = contents.tables();
    return all(tables.modules().ids(), row -> tables.moduleFact(row, StoredView.NOW));
  }

  @Override
  public Stream<ClassFact> classes() {
    MapTables tables = contents.tables();
    return all(tables.classes().ids(), row -> tables.classes().fact(row, StoredView.NOW));
  }

  @Override
  public Stream<FunctionFact> functions() {
    MapTables tables = contents.tables();
    return all(tables.functions().ids(), row -> tables.functions().fact(row, StoredView.NOW));
  }

  @Override
  public Stream<ThreadFact> threads() {
    MapTables tables = contents.tables();
    return all(tables.threads().ids(), row -> tables.threadFact(row, StoredView.NOW));
  }

  private static <F> Stream<F> all(IdTable ids, IntFunction<F> fact) {
    return ids.rows().mapToObj(fact);
  }
}
