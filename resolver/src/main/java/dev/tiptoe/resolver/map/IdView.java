// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

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
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Answers questions from a map as of one time, or as of now: the meanings of IDs, and the IDs of
 * tokens.
 *
 * <p>Any thread, without waiting. Keeps the map alive, and nothing else. Streams are lazy and read
 * the map while they run.
 *
 * <p>Where the map has {@linkplain RuntimeIdMap#forgetBefore dropped} the facts of this view's
 * time, answers are from what was kept, and say so where that has none.
 */
public final class IdView {

  /** Later than any fact, and before the end of what did not end. */
  static final long NOW = Interval.OPEN - 1;

  /** How often a row is read that late facts change meanwhile. */
  private static final int MOST_TRIES = 100;

  private final MapContents contents;
  private final long time;

  IdView(MapContents contents, long time) {
    this.contents = contents;
    this.time = time;
  }

  /** The time this view is of: for a view of now, that of the newest fact. */
  public long time() {
    MapTables tables = contents.tables();
    return time == NOW ? tables.coverage().reach() : time;
  }

  /** A view of {@link #time}, which stays there while facts arrive. */
  public IdView pinned() {
    return new IdView(contents, time());
  }

  /** Returns the runtime that the facts are about, once the feed has reported it. */
  public Optional<RuntimeInfo> runtime() {
    MapTables tables = contents.tables();
    return Objects.requireNonNull(tables.runtime().get());
  }

  /**
   * Returns whether every fact of a kind, from the runtime's start up to this view's time, is
   * known.
   */
  public boolean isComplete(Coverage.Kind kind) {
    MapTables tables = contents.tables();
    return !tables.forgotten().has(time()) && tables.coverage().isComplete(kind, time());
  }

  // ---- from IDs

  /** What a ClassID means. */
  public Meaning<ClassFact> meaningOf(ClassID id) {
    MapTables tables = contents.tables();
    return meaning(tables, id, row -> tables.classes().fact(row, time));
  }

  /** What a FunctionID means. */
  public Meaning<FunctionFact> meaningOf(FunctionID id) {
    MapTables tables = contents.tables();
    return meaning(tables, id, row -> tables.functions().fact(row, time));
  }

  /** What a ModuleID means. */
  public Meaning<ModuleFact> meaningOf(ModuleID id) {
    MapTables tables = contents.tables();
    return meaning(tables, id, row -> tables.moduleFact(row, time));
  }

  /** What an AssemblyID means. */
  public Meaning<AssemblyFact> meaningOf(AssemblyID id) {
    MapTables tables = contents.tables();
    return meaning(tables, id, row -> tables.assemblyFact(row, time));
  }

  /** What an AppDomainID means. */
  public Meaning<AppDomainFact> meaningOf(AppDomainID id) {
    MapTables tables = contents.tables();
    return meaning(tables, id, row -> tables.appDomainFact(row, time));
  }

  /** What a ThreadID means. */
  public Meaning<ThreadFact> meaningOf(ThreadID id) {
    MapTables tables = contents.tables();
    return meaning(tables, id, row -> tables.threadFact(row, time));
  }

  /**
   * The TypeDef token of a ClassID: the short way; nil where it means nothing, or an array or
   * composite.
   */
  public Token typeDefOf(ClassID id) {
    MapTables tables = contents.tables();
    return tables.classes().typeDefAt(id, time);
  }

  /**
   * The MethodDef token of a FunctionID: the short way; nil where it means nothing, or a dynamic
   * method.
   */
  public Token methodDefOf(FunctionID id) {
    MapTables tables = contents.tables();
    return tables.functions().methodDefAt(id, time);
  }

  // ---- from tokens

  /**
   * The ClassIDs of a TypeDef, instantiations included, and how far it was loaded by observation
   * alone; {@link dev.tiptoe.resolver.Moment#classIDs} adds what metadata and rules prove, and
   * proofs of absence.
   *
   * @throws IllegalArgumentException if the token is not of the TypeDef table
   */
  public LookupAnswer<ClassID> observedClassIDs(ModuleID module, Token typeDef) {
    return observedClassIDs(module, typeDef, IdFilter.all());
  }

  /**
   * Those ClassIDs of a TypeDef that pass a filter.
   *
   * @throws IllegalArgumentException if the token is not of the TypeDef table
   */
  public LookupAnswer<ClassID> observedClassIDs(ModuleID module, Token typeDef, IdFilter filter) {
    MapTables tables = contents.tables();
    return new TokenLookup<>(tables, time, TokenKind.typeDefs(tables), filter)
        .answer(module, ClassTable.requireTypeDef(typeDef));
  }

  /**
   * The FunctionIDs of a MethodDef, instantiations included, as they were observed; {@link
   * dev.tiptoe.resolver.Moment#functionIDs} also takes references.
   *
   * @throws IllegalArgumentException if the token is not of the MethodDef table
   */
  public LookupAnswer<FunctionID> observedFunctionIDs(ModuleID module, Token methodDef) {
    return observedFunctionIDs(module, methodDef, IdFilter.all());
  }

  /**
   * Those FunctionIDs of a MethodDef that pass a filter.
   *
   * @throws IllegalArgumentException if the token is not of the MethodDef table
   */
  public LookupAnswer<FunctionID> observedFunctionIDs(
      ModuleID module, Token methodDef, IdFilter filter) {
    MapTables tables = contents.tables();
    return new TokenLookup<>(tables, time, TokenKind.methodDefs(tables), filter)
        .answer(module, FunctionTable.requireMethodDef(methodDef));
  }

  /**
   * Passes each ClassID of a TypeDef to the action, newest first, and none when none is valid. It
   * is faster than {@link #observedClassIDs}, and gives no evidence.
   *
   * @throws IllegalArgumentException if the token is not of the TypeDef table
   */
  public void forEachClassID(ModuleID module, Token typeDef, Consumer<? super ClassID> action) {
    MapTables tables = contents.tables();
    TokenIndex tokens = tables.modules().holds(module, time).typeDefs();
    int rid = ClassTable.requireTypeDef(typeDef).rid();
    IdTable ids = tables.classes().ids();
    ids.forEachValid(tokens, rid, time, id -> action.accept(new ClassID(id)));
  }

  /**
   * Passes each FunctionID of a MethodDef to the action, newest first, and none when none is valid.
   * It is faster than {@link #observedFunctionIDs}, and gives no evidence.
   *
   * @throws IllegalArgumentException if the token is not of the MethodDef table
   */
  public void forEachFunctionID(
      ModuleID module, Token methodDef, Consumer<? super FunctionID> action) {
    MapTables tables = contents.tables();
    TokenIndex tokens = tables.modules().holds(module, time).methodDefs();
    int rid = FunctionTable.requireMethodDef(methodDef).rid();
    IdTable ids = tables.functions().ids();
    ids.forEachValid(tokens, rid, time, id -> action.accept(new FunctionID(id)));
  }

  // ---- native code

  /**
   * Returns the method and the IL at a native address. For a return address, use the byte before
   * it, which belongs to the call.
   */
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

  /**
   * Returns whether the native code at an address can come from certain IL: whether {@code
   * ilOffsets} accepts each IL offset that the runtime's map of that code has. True where there is
   * no code or no map. Of a very long map only the first entries are tested.
   *
   * @param address any address of the code
   * @param ilOffsets accepts the offsets at which that IL has an instruction
   */
  public boolean isCompiledFrom(long address, IntPredicate ilOffsets) {
    MapTables tables = contents.tables();
    int row = tables.code().at(address, time);
    return row == Pages.NONE || tables.code().hasOnly(row, ilOffsets);
  }

  /** The method whose code lies at a native address: the short way; none where no code does. */
  public FunctionID functionAt(long address) {
    MapTables tables = contents.tables();
    int row = tables.code().functionAt(address, time);
    return row == Pages.NONE ? new FunctionID(0) : tables.functions().id(row);
  }

  /**
   * Returns the image with native code at an address: a library of the operating system, or the
   * precompiled code of a module, for as long as that is loaded.
   */
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

  /**
   * Returns the operating system's name of one of its threads: the last one that the thread had
   * which has the ID at this time. Empty where none is known.
   */
  public String osThreadName(int osThreadId) {
    MapTables tables = contents.tables();
    return tables.osThreads().at(osThreadId, time);
  }

  /**
   * Returns the interval in which an ID of the operating system is that of one thread, as far as
   * the ends of threads are known.
   */
  public Interval osThreadLife(int osThreadId) {
    MapTables tables = contents.tables();
    return tables.osThreads().life(osThreadId, time);
  }

  /** Returns the function of the kernel at an address, at any time of the recording. */
  public Optional<KernelFunction> kernelFunctionAt(long address) {
    MapTables tables = contents.tables();
    return tables.kernelFunctions().at(address);
  }

  /** Where a method's native code lies, oldest first; empty where it means nothing. */
  public List<NativeCode.Range> codeOf(FunctionID id) {
    MapTables tables = contents.tables();
    int row = tables.functions().ids().validAt(id.value(), time);
    return row == Pages.NONE ? List.of() : tables.code().ranges(row, time);
  }

  // ---- modules by what they are

  /** The loaded modules whose file has this name, with or without its extension, in any case. */
  public Stream<ModuleFact> modulesNamed(String name) {
    MapTables tables = contents.tables();
    return modules(tables, tables.modules().names().named(name))
        .filter(module -> ModuleNames.isNamed(module.loaded(), name));
  }

  /** The loaded modules with this MVID, which is not always one. */
  public Stream<ModuleFact> modulesWithMvid(UUID mvid) {
    MapTables tables = contents.tables();
    return modules(tables, tables.modules().names().withMvid(mvid))
        .filter(module -> module.loaded().mvid().equals(Optional.of(mvid)));
  }

  // ---- all that is valid

  /** The application domains. */
  public Stream<AppDomainFact> appDomains() {
    MapTables tables = contents.tables();
    return valid(tables.appDomains().ids(), row -> tables.appDomainFact(row, time));
  }

  /** The assemblies. */
  public Stream<AssemblyFact> assemblies() {
    MapTables tables = contents.tables();
    return valid(tables.assemblies().ids(), row -> tables.assemblyFact(row, time));
  }

  /** The modules. */
  public Stream<ModuleFact> modules() {
    MapTables tables = contents.tables();
    return modules(tables, tables.modules().ids().rows());
  }

  /** The types. */
  public Stream<ClassFact> classes() {
    MapTables tables = contents.tables();
    return valid(tables.classes().ids(), row -> tables.classes().fact(row, time));
  }

  /** The methods. */
  public Stream<FunctionFact> functions() {
    MapTables tables = contents.tables();
    return valid(tables.functions().ids(), row -> tables.functions().fact(row, time));
  }

  /** The threads. */
  public Stream<ThreadFact> threads() {
    MapTables tables = contents.tables();
    return valid(tables.threads().ids(), row -> tables.threadFact(row, time));
  }

  private Stream<ModuleFact> modules(MapTables tables, IntStream rows) {
    IdTable ids = tables.modules().ids();
    return rows.filter(row -> ids.isValidAt(row, time))
        .mapToObj(row -> tables.moduleFact(row, time))
        .filter(IdView::hasEvidence);
  }

  private <F extends Fact> Stream<F> valid(IdTable ids, IntFunction<F> fact) {
    return ids.rows()
        .filter(row -> ids.isValidAt(row, time))
        .mapToObj(fact)
        .filter(IdView::hasEvidence);
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
