// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.KernelFunction;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.AppDomainFact;
import dev.tiptoe.resolver.map.AssemblyFact;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.CodeLocation;
import dev.tiptoe.resolver.map.Fact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdFilter;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.ImageFact;
import dev.tiptoe.resolver.map.Interval;
import dev.tiptoe.resolver.map.LoadContext;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.ThreadFact;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A view that reads the tables of a {@link StoredMap} at one time, or now. */
final class StoredView implements IdView {

  /** Later than any fact, and before the end of what did not end. */
  static final long NOW = Interval.OPEN - 1;

  /** How often a row is read that late facts change meanwhile. */
  private static final int MOST_TRIES = 100;

  private final MapContents contents;
  private final long time;

  StoredView(MapContents contents, long time) {
    this.contents = contents;
    this.time = time;
  }

  @Override
  public long time() {
    MapTables tables = contents.tables();
    return time == NOW ? tables.coverage().reach() : time;
  }

  @Override
  public Map<ModuleID, LoadContext> loadContexts() {
    LoadContexts contexts = LoadContexts.in(this);
    return modules().map(ModuleFact::id).collect(Collectors.toMap(id -> id, contexts::of));
  }

  @Override
  public IdView pinned() {
    return new StoredView(contents, time());
  }

  @Override
  public Optional<RuntimeInfo> runtime() {
    MapTables tables = contents.tables();
    return Objects.requireNonNull(tables.runtime().get());
  }

  @Override
  public boolean isComplete(Coverage.Kind kind) {
    MapTables tables = contents.tables();
    return !tables.forgotten().has(time()) && tables.coverage().isComplete(kind, time());
  }

  // ---- from IDs

  @Override
  public Meaning<ClassFact> meaningOf(ClassID id) {
    MapTables tables = contents.tables();
    return meaning(tables, id, row -> tables.classes().fact(row, time));
  }

  @Override
  public Meaning<FunctionFact> meaningOf(FunctionID id) {
    MapTables tables = contents.tables();
    return meaning(tables, id, row -> tables.functions().fact(row, time));
  }

  @Override
  public Meaning<ModuleFact> meaningOf(ModuleID id) {
    MapTables tables = contents.tables();
    return meaning(tables, id, row -> tables.moduleFact(row, time));
  }

  @Override
  public Meaning<AssemblyFact> meaningOf(AssemblyID id) {
    MapTables tables = contents.tables();
    return meaning(tables, id, row -> tables.assemblyFact(row, time));
  }

  @Override
  public Meaning<AppDomainFact> meaningOf(AppDomainID id) {
    MapTables tables = contents.tables();
    return meaning(tables, id, row -> tables.appDomainFact(row, time));
  }

  @Override
  public Meaning<ThreadFact> meaningOf(ThreadID id) {
    MapTables tables = contents.tables();
    return meaning(tables, id, row -> tables.threadFact(row, time));
  }

  @Override
  public Token typeDefOf(ClassID id) {
    MapTables tables = contents.tables();
    return tables.classes().typeDefAt(id, time);
  }

  @Override
  public Token methodDefOf(FunctionID id) {
    MapTables tables = contents.tables();
    return tables.functions().methodDefAt(id, time);
  }

  // ---- from tokens

  @Override
  public LookupAnswer<ClassID> observedClassIDs(ModuleID module, Token typeDef) {
    return observedClassIDs(module, typeDef, IdFilter.all());
  }

  @Override
  public LookupAnswer<ClassID> observedClassIDs(ModuleID module, Token typeDef, IdFilter filter) {
    MapTables tables = contents.tables();
    return new TokenLookup<>(this, tables, time, TokenKind.typeDefs(tables), filter)
        .answer(module, ClassTable.requireTypeDef(typeDef));
  }

  @Override
  public LookupAnswer<FunctionID> observedFunctionIDs(ModuleID module, Token methodDef) {
    return observedFunctionIDs(module, methodDef, IdFilter.all());
  }

  @Override
  public LookupAnswer<FunctionID> observedFunctionIDs(
      ModuleID module, Token methodDef, IdFilter filter) {
    MapTables tables = contents.tables();
    return new TokenLookup<>(this, tables, time, TokenKind.methodDefs(tables), filter)
        .answer(module, FunctionTable.requireMethodDef(methodDef));
  }

  @Override
  public void forEachClassID(ModuleID module, Token typeDef, Consumer<? super ClassID> action) {
    MapTables tables = contents.tables();
    TokenIndex tokens = tables.modules().holds(module, time).typeDefs();
    int rid = ClassTable.requireTypeDef(typeDef).rid();
    IdTable ids = tables.classes().ids();
    ids.forEachValid(tokens, rid, time, id -> action.accept(new ClassID(id)));
  }

  @Override
  public void forEachFunctionID(
      ModuleID module, Token methodDef, Consumer<? super FunctionID> action) {
    MapTables tables = contents.tables();
    TokenIndex tokens = tables.modules().holds(module, time).methodDefs();
    int rid = FunctionTable.requireMethodDef(methodDef).rid();
    IdTable ids = tables.functions().ids();
    ids.forEachValid(tokens, rid, time, id -> action.accept(new FunctionID(id)));
  }

  // ---- native code

  @Override
  public CodeLocation codeAt(long address) {
    MapTables tables = contents.tables();
    int row = tables.code().at(address, time);
    if (row == Pages.NONE) {
      return tables.forgotten().has(time)
          ? new CodeLocation.Forgotten(address, tables.forgotten().before())
          : new CodeLocation.NoCode(address);
    }
    return tables.code().location(row, address, time);
  }

  @Override
  public boolean isCompiledFrom(long address, IntPredicate ilOffsets) {
    MapTables tables = contents.tables();
    int row = tables.code().at(address, time);
    return row == Pages.NONE || tables.code().hasOnly(row, ilOffsets);
  }

  @Override
  public FunctionID functionAt(long address) {
    MapTables tables = contents.tables();
    int row = tables.code().functionAt(address, time);
    return row == Pages.NONE ? new FunctionID(0) : tables.functions().id(row);
  }

  @Override
  public Optional<ImageFact> imageAt(long address) {
    MapTables tables = contents.tables();
    Optional<ImageFact> found = tables.images().at(address, time);
    if (found.isEmpty() || found.get().image().module().isNone()) {
      return found;
    }
    Interval known = found.get().interval();
    return meaningOf(found.get().image().module())
        .valid()
        .map(
            module ->
                new ImageFact(
                    found.get().image(),
                    new Interval(
                        Math.max(known.from(), module.interval().from()),
                        Math.min(known.to(), module.interval().to()))));
  }

  @Override
  public String osThreadName(int osThreadId) {
    MapTables tables = contents.tables();
    return tables.osThreads().at(osThreadId, time);
  }

  @Override
  public Interval osThreadLife(int osThreadId) {
    MapTables tables = contents.tables();
    return tables.osThreads().life(osThreadId, time);
  }

  @Override
  public Optional<KernelFunction> kernelFunctionAt(long address) {
    MapTables tables = contents.tables();
    return tables.kernelFunctions().at(address);
  }

  @Override
  public List<NativeCode.Range> codeOf(FunctionID id) {
    MapTables tables = contents.tables();
    int row = tables.functions().ids().validAt(id.value(), time);
    return row == Pages.NONE ? List.of() : tables.code().ranges(row, time);
  }

  // ---- modules by what they are

  @Override
  public Stream<ModuleFact> modulesNamed(String name) {
    MapTables tables = contents.tables();
    return modules(tables, tables.modules().names().named(name))
        .filter(module -> ModuleNames.isNamed(module.loaded(), name));
  }

  @Override
  public Stream<ModuleFact> modulesWithMvid(UUID mvid) {
    MapTables tables = contents.tables();
    return modules(tables, tables.modules().names().withMvid(mvid))
        .filter(module -> module.loaded().mvid().equals(Optional.of(mvid)));
  }

  // ---- all that is valid

  @Override
  public Stream<AppDomainFact> appDomains() {
    MapTables tables = contents.tables();
    return valid(tables.appDomains().ids(), row -> tables.appDomainFact(row, time));
  }

  @Override
  public Stream<AssemblyFact> assemblies() {
    MapTables tables = contents.tables();
    return valid(tables.assemblies().ids(), row -> tables.assemblyFact(row, time));
  }

  @Override
  public Stream<ModuleFact> modules() {
    MapTables tables = contents.tables();
    return modules(tables, tables.modules().ids().rows());
  }

  @Override
  public Stream<ClassFact> classes() {
    MapTables tables = contents.tables();
    return valid(tables.classes().ids(), row -> tables.classes().fact(row, time));
  }

  @Override
  public Stream<FunctionFact> functions() {
    MapTables tables = contents.tables();
    return valid(tables.functions().ids(), row -> tables.functions().fact(row, time));
  }

  @Override
  public Stream<ThreadFact> threads() {
    MapTables tables = contents.tables();
    return valid(tables.threads().ids(), row -> tables.threadFact(row, time));
  }

  private Stream<ModuleFact> modules(MapTables tables, IntStream rows) {
    IdTable ids = tables.modules().ids();
    return rows.filter(row -> ids.isValidAt(row, time))
        .mapToObj(row -> tables.moduleFact(row, time))
        .filter(StoredView::hasEvidence);
  }

  private <F extends Fact> Stream<F> valid(IdTable ids, IntFunction<F> fact) {
    return ids.rows()
        .filter(row -> ids.isValidAt(row, time))
        .mapToObj(fact)
        .filter(StoredView::hasEvidence);
  }

  /** A fact has none if a late fact took its row out of all answers while it was read. */
  private static boolean hasEvidence(Fact fact) {
    return !fact.evidence().isEmpty();
  }

  private <F extends Fact> Meaning<F> meaning(MapTables tables, RuntimeID id, IntFunction<F> fact) {
    IdTable ids = tables.idsOf(id);
    for (int tries = 1; ; tries++) {
      int row = ids.begunAt(id.value(), time);
      if (row == Pages.NONE) {
        return tables.forgotten().has(time)
            ? new Meaning.Forgotten<>(id, tables.forgotten().before())
            : new Meaning.Unknown<>(id);
      }
      boolean doubted = ids.isDoubted(row);
      F found = fact.apply(row);
      // A late fact may have changed the row in between.
      doubted |= ids.isDoubted(row);
      boolean isOne = hasEvidence(found) && found.interval().from() <= time && !ids.isVoid(row);
      if (isOne || tries == MOST_TRIES) {
        return meaning(found, doubted);
      }
    }
  }

  private <F extends Fact> Meaning<F> meaning(F found, boolean doubted) {
    if (found.interval().contains(time)) {
      return new Meaning.Valid<>(found);
    }
    return doubted ? new Meaning.Uncertain<>(found) : new Meaning.Ended<>(found);
  }
}
