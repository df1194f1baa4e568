// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static java.util.Objects.requireNonNull;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.EvidenceKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * Collects the facts that a map has kept, from which another map gives the same answers. Used by
 * the writer's thread; takes some 100 bytes for each fact meanwhile.
 *
 * <p>Facts of one time are passed in an order in which what they refer to comes first, but for
 * unloads: these come before all else, since an ID that is unloaded and used again at one time
 * lives afterwards.
 */
final class KeptFacts {

  private static final int TYPE_DEF = 0x02;
  private static final int METHOD_DEF = 0x06;

  /** The places of facts of one time, first to last. */
  private enum Place {
    RUNTIME,
    UNLOAD,
    DOMAIN,
    ASSEMBLY,
    MODULE,
    METADATA,
    TYPE,
    METHOD,
    CODE,
    OBSERVATION,
    /** The unload of what began at the same time. */
    UNLOAD_AT_ONCE,
    END
  }

  private record Kept(long at, Place place, Consumer<RuntimeFeed> fact) {}

  private final List<Kept> all = new ArrayList<>();
  private final MapTables tables;
  private final long since;
  private final Replay.Keeping keeping;

  /** All facts of tables, or those about what had not certainly ended by a time, and later ones. */
  KeptFacts(MapTables tables, long since) {
    this.tables = tables;
    this.since = since;
    Set<Long> doubts = new HashSet<>();
    tables.modules().replay().addDoubts(since, doubts);
    tables.classes().replay().addDoubts(since, doubts);
    tables.functions().replay().addDoubts(since, doubts);
    this.keeping = new Replay.Keeping(since, doubts);
  }

  /** Collects all facts about IDs, code and absence, and how far all facts reach. */
  KeptFacts ofTables() {
    addIds(tables.appDomains().replay(), AppDomainID::new, Place.DOMAIN, this::domain);
    addIds(tables.assemblies().replay(), AssemblyID::new, Place.ASSEMBLY, this::assembly);
    addIds(tables.modules().replay(), ModuleID::new, Place.MODULE, this::module);
    addIds(tables.classes().replay(), ClassID::new, Place.TYPE, this::type);
    addIds(tables.functions().replay(), FunctionID::new, Place.METHOD, this::method);
    addIds(tables.threads().replay(), ThreadID::new, Place.DOMAIN, this::thread);
    tables
        .code()
        .forEach(since, (at, id, code) -> add(at, Place.CODE, feed -> feed.codeSeen(at, id, code)));
    addAbsences();
    tables.images().passTo(since, this::addImage);
    tables.osThreads().passTo(since, (at, fact) -> add(at, Place.OBSERVATION, fact));
    tables
        .coverage()
        .forEach(
            (at, kinds, state) ->
                add(at, Place.RUNTIME, feed -> feed.coverage(at, coverage(kinds, state))));
    addTheTimeless();
    return this;
  }

  /** Collects the runtime's own names. */
  KeptFacts of(ReportedNames names) {
    names.forEachMethod(
        (at, id, name) -> add(at, Place.OBSERVATION, feed -> feed.methodNamed(at, id, name)));
    long last = reach();
    names.forEachType(
        (module, typeDef, name) ->
            add(last, Place.OBSERVATION, feed -> feed.typeNamed(last, module, typeDef, name)));
    return this;
  }

  /** Collects the copies of metadata, each once, for a module whose copy it is. */
  KeptFacts of(MetadataCopies copies) {
    IdTable modules = tables.modules().ids();
    IdentityHashMap<MetadataCopies.Copy, Integer> rows = new IdentityHashMap<>();
    modules
        .rows()
        .forEach(
            row ->
                copies
                    .copyOf(tables.modules().entry(row).loaded())
                    .ifPresent(
                        copy -> {
                          if (modules.isValidAt(row, copy.at())) {
                            rows.put(copy, row);
                          } else {
                            rows.putIfAbsent(copy, row);
                          }
                        }));
    rows.forEach(
        (copy, row) ->
            addCopy(Math.max(copy.at(), modules.from(row)), tables.modules().id(row), copy));
    copies.forEachEarly((module, copy) -> addCopy(copy.at(), module, copy));
    return this;
  }

  private void addCopy(long at, ModuleID module, MetadataCopies.Copy copy) {
    add(at, Place.METADATA, feed -> feed.moduleMetadata(at, module, copy.metadata()));
  }

  /** Passes the facts on in the order of their times. */
  void passTo(RuntimeFeed feed) {
    all.sort(Comparator.comparingLong(Kept::at).thenComparing(Kept::place));
    all.forEach(each -> each.fact().accept(feed));
  }

  private void add(long at, Place place, Consumer<RuntimeFeed> fact) {
    all.add(new Kept(at, place, fact));
  }

  private static Coverage coverage(Set<Coverage.Kind> kinds, Coverage.State state) {
    return new Coverage(kinds, state, "");
  }

  private long reach() {
    return Math.max(0, tables.coverage().reach());
  }

  /** What has no time of its own is passed on first, and how far the facts reach, last. */
  private void addTheTimeless() {
    long first = all.stream().mapToLong(Kept::at).min().orElse(reach());
    requireNonNull(tables.runtime().get())
        .ifPresent(info -> add(first, Place.RUNTIME, feed -> feed.runtimeStarted(first, info)));
    tables
        .kernelFunctions()
        .forEach(
            each -> add(first, Place.OBSERVATION, feed -> feed.kernelFunctionSeen(first, each)));
    if (tables.coverage().reach() != Long.MIN_VALUE) {
      long reach = tables.coverage().reach();
      Coverage nothing = new Coverage(Set.of(), Coverage.State.FROM_HERE, "");
      add(reach, Place.END, feed -> feed.coverage(reach, nothing));
    }
  }

  // ---- IDs

  /** Passes on a fact that is no unload. */
  private interface FactWriter<I, S> {
    void write(RuntimeFeed feed, I id, Claim<S> fact);
  }

  private <I extends RuntimeID, S> void addIds(
      Replay<S> replay, LongFunction<I> typed, Place place, FactWriter<I, S> writer) {
    replay.forEachFact(
        keeping,
        (number, fact, atOnce) -> {
          I id = typed.apply(number);
          if (fact.isUnload()) {
            Place unload = atOnce ? Place.UNLOAD_AT_ONCE : Place.UNLOAD;
            add(fact.at(), unload, feed -> feed.unloadStarted(fact.at(), id));
          } else if (fact.kind() != EvidenceKind.NAMED) {
            // What another fact named is named again by that.
            Place where = fact.isObservation() ? Place.OBSERVATION : place;
            add(fact.at(), where, feed -> writer.write(feed, id, fact));
          }
        });
  }

  private void domain(RuntimeFeed feed, AppDomainID id, Claim<AppDomainEntry> fact) {
    feed.appDomainCreated(fact.at(), id, fact.described().name());
  }

  private void assembly(RuntimeFeed feed, AssemblyID id, Claim<AssemblyEntry> fact) {
    AssemblyEntry entry = fact.described();
    if (!entry.loadContext().isEmpty()) {
      feed.loadContextReported(fact.at(), id, entry.loadContext());
    }
    AssemblyEntry other = new AssemblyEntry("", new AppDomainID(0), new ModuleID(0), "");
    if (entry.loadContext().isEmpty()
        || !other.equals(
            new AssemblyEntry(entry.name(), entry.appDomain(), entry.manifestModule(), ""))) {
      feed.assemblyLoaded(fact.at(), id, entry.appDomain(), entry.manifestModule(), entry.name());
    }
  }

  private void module(RuntimeFeed feed, ModuleID id, Claim<ModuleEntry> fact) {
    LoadedModule loaded = fact.described().loaded();
    LoadedModule attached = new LoadedModule("", Optional.empty(), loaded.assembly(), 0, 0);
    if (loaded.equals(attached)) {
      feed.moduleAttached(fact.at(), id, loaded.assembly());
    } else {
      feed.moduleLoaded(fact.at(), id, loaded);
    }
  }

  private void type(RuntimeFeed feed, ClassID id, Claim<ClassShape> fact) {
    EvidenceKind kind = fact.known();
    if (fact.isObservation()) {
      boolean heap = kind == EvidenceKind.ON_HEAP;
      feed.instanceSeen(fact.at(), id, heap ? InstanceSource.HEAP : InstanceSource.ALLOCATION);
    } else if (kind == EvidenceKind.ANNOUNCED) {
      feed.classLoaded(fact.at(), id, fact.described());
    } else {
      for (ClassSource source : ClassSource.values()) {
        if (EvidenceKinds.of(source) == kind) {
          feed.classSeen(fact.at(), id, fact.described(), source);
        }
      }
    }
  }

  private void method(RuntimeFeed feed, FunctionID id, Claim<FunctionShape> fact) {
    if (fact.isObservation()) {
      feed.functionExecuting(fact.at(), id);
      return;
    }
    for (FunctionSource source : FunctionSource.values()) {
      if (EvidenceKinds.of(source) == fact.kind()) {
        feed.functionSeen(fact.at(), id, fact.described(), source);
      }
    }
  }

  private void thread(RuntimeFeed feed, ThreadID id, Claim<ThreadEntry> fact) {
    ThreadEntry entry = fact.described();
    if (!entry.name().isEmpty()) {
      feed.threadNamed(fact.at(), id, entry.name());
    }
    if (!entry.osName().isEmpty()) {
      feed.osThreadNamed(fact.at(), id, entry.osName());
    }
    if (entry.osThreadId() != 0 || entry.equals(ThreadEntry.of(0))) {
      feed.threadCreated(fact.at(), id, entry.osThreadId());
    }
  }

  // ---- what is not about one ID

  private void addAbsences() {
    IdTable modules = tables.modules().ids();
    modules
        .rows()
        .filter(row -> modules.to(row) > since)
        .forEach(
            row ->
                tables
                    .absences()
                    .forEach(
                        tables.modules().entry(row).absentTypeDefs(),
                        (asOf, rid) ->
                            addAbsence(tables.modules().id(row), modules.from(row), asOf, rid)));
    tables
        .absences()
        .forEachEarly(
            each ->
                add(
                    each.at(),
                    Place.OBSERVATION,
                    feed ->
                        feed.notPublished(
                            each.at(),
                            each.asOf(),
                            each.module(),
                            Token.of(TYPE_DEF, each.rid()))));
  }

  private void addAbsence(ModuleID module, long loaded, long asOf, int rid) {
    long at = Math.max(loaded, asOf);
    Token typeDef = Token.of(TYPE_DEF, rid);
    add(at, Place.OBSERVATION, feed -> feed.notPublished(at, asOf, module, typeDef));
  }

  private void addImage(long at, boolean isEnd, Consumer<RuntimeFeed> fact) {
    add(at, isEnd ? Place.UNLOAD : Place.CODE, fact);
  }

  // ---- what is dropped

  /** Returns when the last IDs of the tokens of kept modules ended, of those that are dropped. */
  Forgotten forgotten() {
    IdTable modules = tables.modules().ids();
    Map<Forgotten.Key, End> ends = new HashMap<>();
    tables
        .forgotten()
        .ends()
        .forEach(
            (key, end) -> {
              int row = modules.validAt(key.module().value(), tables.forgotten().before());
              if (row != Pages.NONE && modules.to(row) > since) {
                ends.put(key, end);
              }
            });
    addEnds(ends, tables.classes().replay(), tables.classes().ids(), TYPE_DEF);
    addEnds(ends, tables.functions().replay(), tables.functions().ids(), METHOD_DEF);
    return new Forgotten(since, Map.copyOf(ends));
  }

  private void addEnds(Map<Forgotten.Key, End> ends, Replay<?> replay, IdTable ids, int table) {
    IdTable modules = tables.modules().ids();
    ids.rows()
        .filter(row -> !replay.isKept(row, since))
        .forEach(
            row -> {
              int module = RowState.moduleRow(ids.state(row));
              int rid = RowState.tokenRid(ids.state(row));
              if (module != Pages.NONE && rid != 0 && modules.to(module) > since) {
                ends.merge(
                    new Forgotten.Key(tables.modules().id(module), Token.of(table, rid)),
                    new End(ids.to(row), !ids.isDoubted(row)),
                    Forgotten::later);
              }
            });
  }
}
