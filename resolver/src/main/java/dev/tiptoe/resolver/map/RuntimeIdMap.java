// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.KernelFunction;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.MappedImage;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.resolver.feed.RuntimeFeed;
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

/**
 * Maps run-time IDs to their meanings, and tokens back to IDs, from the facts of a feed, with
 * intervals and evidence.
 *
 * <p>Facts come through the methods of {@link RuntimeFeed}; {@link #now} and {@link #at} return
 * views for questions. The same fact from two sources is one entry with two pieces of evidence.
 * Each fact counts at its own time, however late it comes. Unloading ends an ID and all that
 * depends on it; a reused ID begins a new entry. Where a fact gives a living ID another meaning,
 * the ID is uncertain from then on, until an unload is reported that explains it.
 *
 * <p>Threads: one thread feeds, any number read meanwhile. No reader ever waits or makes the writer
 * wait; a reader sees every fact whose call had returned before it asked. Memory: about 70 bytes
 * for each meaning of a ClassID or FunctionID, 16 more for each further kind of evidence, up to 300
 * more for the times of evidence that is repeated, and nothing is ever evicted.
 */
public final class RuntimeIdMap implements RuntimeFeed {

  private final MapTables tables = MapTables.empty();
  private final Unloading unloading = new Unloading(tables);
  private final MetadataCopies copies = new MetadataCopies();
  private final ReportedNames reportedNames = new ReportedNames();

  /** The time of the newest identity fact; the writer's own. */
  private long clock = Long.MIN_VALUE;

  /** The time of the newest fact, samples included; the writer's own. */
  private long newest = Long.MIN_VALUE;

  /** How many observations waited for a description after the last fact; the writer's own. */
  private long waiting;

  /** How much was known of modules when facts were last looked at that wait for modules. */
  private long placed;

  private volatile Optional<String> sealed = Optional.empty();

  /** An empty map. */
  public RuntimeIdMap() {}

  // ---- asking

  /** Returns the map as of now: each answer is as of the time of its question. */
  public IdView now() {
    return new IdView(tables, IdView.NOW);
  }

  /**
   * Returns the map as of a time. The valid IDs of that time, and their evidence, do not change any
   * more once facts of a later time arrive, except by an observation that waited for such a fact.
   * Later facts may still add to descriptions, such as a base type or the path of a module. A late
   * fact of an earlier time does change the view.
   */
  public IdView at(long time) {
    return new IdView(tables, Math.min(time, IdView.NOW));
  }

  /**
   * Returns the map as of the last moment at which a fact held. By then everything that belongs to
   * it was known, such as a base type that was announced later, or code that was met later.
   */
  public IdView atEndOf(Fact fact) {
    return at(fact.interval().to() - 1);
  }

  /** All entries there ever were. */
  public IdHistory history() {
    return new IdHistory(tables);
  }

  /** What was learnt since this was last asked; for one that follows this map. */
  public MapChanges changes() {
    return tables.changes();
  }

  /** The metadata of modules that have no file. */
  public MetadataCopies metadataCopies() {
    return copies;
  }

  /** Returns the runtime that the facts are about, once the feed has reported it. */
  public Optional<RuntimeInfo> runtime() {
    return Objects.requireNonNull(tables.runtime().get());
  }

  /**
   * Facts that conflict with what was known; the first 1,000 are kept, all are counted in the
   * {@link #statistics}.
   */
  public List<Conflict> conflicts() {
    return tables.counters().conflicts();
  }

  /**
   * Returns a lease if an ID may be used in a request to the running program, while the feed goes
   * on.
   *
   * @param <I> the kind of ID
   */
  public <I extends RuntimeID> LeaseAnswer<I> lease(I id) {
    if (sealed.isPresent()) {
      return new LeaseAnswer.Refused<>("the recording has ended: " + sealed.get());
    }
    IdTable ids = tables.idsOf(id);
    int row = ids.validAt(id.value(), IdView.NOW);
    if (row == Pages.NONE) {
      return new LeaseAnswer.Refused<>(id + " is not known to mean anything now");
    }
    return ids.beganWithAnother(row)
        ? new LeaseAnswer.Refused<>(id + " meant something else at the time at which this began")
        : new LeaseAnswer.Granted<>(new Lease<>(id, ids.from(row)));
  }

  /** Returns whether the ID still has the meaning of the lease, and the feed goes on. */
  public boolean isValid(Lease<?> lease) {
    return lease(lease.id()).lease().filter(lease::equals).isPresent();
  }

  /**
   * Returns why the feed ended, once it has: then the map can be read, but the program can no
   * longer be asked.
   */
  public Optional<String> sealed() {
    return sealed;
  }

  /** Returns the runtime's own names, where the feed has them. */
  public ReportedNames reportedNames() {
    return reportedNames;
  }

  /** What was counted so far. */
  public MapStatistics statistics() {
    return tables.counters().statistics();
  }

  // ---- feeding

  @Override
  public void runtimeStarted(long at, RuntimeInfo info) {
    begin(at);
    tables.runtime().set(Optional.of(info));
    tables.changes().module();
    done();
  }

  @Override
  public void coverage(long at, Coverage coverage) {
    begin(at);
    tables.coverage().add(at, coverage);
    done();
  }

  @Override
  public void appDomainCreated(long at, AppDomainID id, String name) {
    if (begin(at, id)) {
      tables.appDomains().met(at, id, EvidenceKind.ANNOUNCED, new AppDomainEntry(name));
      done();
    }
  }

  @Override
  public void assemblyLoaded(
      long at, AssemblyID id, AppDomainID appDomain, ModuleID manifestModule, String name) {
    assemblyMet(at, id, new AssemblyEntry(name, appDomain, manifestModule, ""));
  }

  @Override
  public void loadContextReported(long at, AssemblyID id, String loadContext) {
    assemblyMet(at, id, new AssemblyEntry("", new AppDomainID(0), new ModuleID(0), loadContext));
  }

  private void assemblyMet(long at, AssemblyID id, AssemblyEntry entry) {
    if (begin(at, id)) {
      tables.assemblies().met(at, id, EvidenceKind.ANNOUNCED, entry);
      done();
    }
  }

  @Override
  public void moduleLoaded(long at, ModuleID id, LoadedModule loaded) {
    if (begin(at, id)) {
      tables.modules().met(at, id, loaded, EvidenceKind.ANNOUNCED);
      done();
    }
  }

  @Override
  public void moduleAttached(long at, ModuleID id, AssemblyID assembly) {
    if (begin(at, id)) {
      LoadedModule attached = new LoadedModule("", Optional.empty(), assembly, 0, 0);
      tables.modules().met(at, id, attached, EvidenceKind.ANNOUNCED);
      done();
    }
  }

  @Override
  public void classLoaded(long at, ClassID id, ClassShape shape) {
    classMet(at, id, shape, EvidenceKind.ANNOUNCED);
  }

  @Override
  public void classSeen(long at, ClassID id, ClassShape shape, ClassSource source) {
    classMet(at, id, shape, EvidenceKind.of(source));
  }

  private void classMet(long at, ClassID id, ClassShape shape, EvidenceKind kind) {
    if (begin(at, id, ClassTable.accepts(shape))) {
      tables.classes().met(at, id, shape, kind);
      done();
    }
  }

  @Override
  public void functionSeen(long at, FunctionID id, FunctionShape shape, FunctionSource source) {
    if (begin(at, id, FunctionTable.accepts(shape))) {
      tables.functions().met(at, id, shape, EvidenceKind.of(source));
      if (tables.code().isWaitedFor(id)) {
        tables.code().placeWaiting(id);
      }
      done();
    }
  }

  @Override
  public void methodNamed(long at, FunctionID id, ReportedName name) {
    reportedNames.add(at, id, name);
  }

  @Override
  public void typeNamed(long at, ModuleID module, Token typeDef, String name) {
    reportedNames.add(module, typeDef, name);
  }

  @Override
  public void codeSeen(long at, FunctionID id, NativeCode code) {
    if (begin(at, id, CodeTable.accepts(code))) {
      int row = tables.functions().ids().validAt(id.value(), at);
      if (row == Pages.NONE) {
        tables.counters().orphan();
        tables.code().await(at, id, code);
      } else {
        tables.code().met(at, id, row, code);
      }
      done();
    }
  }

  @Override
  public void notPublished(long at, long asOf, ModuleID module, Token typeDef) {
    if (begin(at, module, ClassTable.isTypeDef(typeDef))) {
      place(new Absences.Early(at, Math.min(asOf, at), module, typeDef.rid()));
      done();
    }
  }

  private void place(Absences.Early lookUp) {
    ModuleTable modules = tables.modules();
    int row = modules.rowAt(lookUp.at(), lookUp.module());
    if (row != Lifecycle.UNKNOWN_OWNER) {
      TokenIndex absent = modules.entry(row).absentTypeDefs();
      tables.absences().met(lookUp.asOf(), absent, lookUp.rid());
    } else if (!tables.absences().await(lookUp)) {
      tables.counters().lost();
    }
  }

  /** A copy is not a fact about an ID: it changes no answer of this map. */
  @Override
  public void moduleMetadata(long at, ModuleID module, Bytes metadata) {
    Optional<LoadedModule> described = described(at, module);
    if (described.isPresent()) {
      copies.keep(at, described.get(), metadata);
      metadataChanged();
    } else {
      copies.await(at, module, metadata);
    }
  }

  private Optional<LoadedModule> described(long at, ModuleID module) {
    LoadedModule loaded = tables.modules().validAt(module, Math.min(at, IdView.NOW)).loaded();
    return loaded.equals(ModuleEntry.UNDESCRIBED) ? Optional.empty() : Optional.of(loaded);
  }

  /** What is read of a module does not depend on the time, so answers about the past change too. */
  private void metadataChanged() {
    tables.changes().module();
    tables.changes().belatedFact();
  }

  @Override
  public void instanceSeen(long at, ClassID id, InstanceSource source) {
    if (begin(at, id)) {
      tables.classes().replay().observe(id.value(), EvidenceKind.of(source), at);
      done();
    }
  }

  @Override
  public void unloadStarted(long at, RuntimeID id) {
    if (begin(at, id)) {
      boolean known = at < newest ? unloading.unloadLate(at, id) : unloading.unload(at, id);
      if (!known) {
        tables.counters().unknownUnload();
      }
      done();
    }
  }

  @Override
  public void threadCreated(long at, ThreadID id, int osThreadId) {
    threadMet(at, id, ThreadEntry.of(osThreadId));
  }

  @Override
  public void threadNamed(long at, ThreadID id, String name) {
    threadMet(at, id, ThreadEntry.named(name));
  }

  @Override
  public void osThreadNamed(long at, ThreadID id, String name) {
    threadMet(at, id, ThreadEntry.osNamed(name));
  }

  private void threadMet(long at, ThreadID id, ThreadEntry entry) {
    if (begin(at, id)) {
      tables.threads().met(at, id, EvidenceKind.ANNOUNCED, entry);
      done();
    }
  }

  @Override
  public void threadDestroyed(long at, ThreadID id) {
    unloadStarted(at, id);
  }

  /**
   * Every method on the stack was executing then, though its unload may have been reported already.
   */
  @Override
  public void stackSampled(long at, ThreadID id, List<FunctionID> frames, boolean truncated) {
    Replay<?> functions = tables.functions().replay();
    for (FunctionID frame : frames) {
      if (!frame.isNone()) {
        functions.observe(frame.value(), EvidenceKind.EXECUTING, at);
      }
    }
    reach(at);
    done();
  }

  /** Every method whose code a frame is in was executing then, also when its code comes later. */
  @Override
  public void addressSampled(long at, AddressSample sample) {
    Replay<?> functions = tables.functions().replay();
    for (int frame = 0; frame < sample.stack().depth(); frame++) {
      long address = sample.executing(frame);
      if (address < 0) {
        continue; // the kernel's
      }
      int row = tables.code().functionAt(address, at);
      if (row != Pages.NONE) {
        functions.observe(tables.functions().id(row).value(), EvidenceKind.EXECUTING, at);
      } else {
        tables.code().executed(address, at);
      }
    }
    reach(at);
    done();
  }

  @Override
  public void imageMapped(long at, MappedImage image) {
    begin(at);
    if (!tables.images().mapped(at, image)) {
      tables.counters().passedOver();
    }
    done();
  }

  @Override
  public void imageUnmapped(long at, long base, long start) {
    begin(at);
    tables.images().unmapped(at, base, start);
    done();
  }

  @Override
  public void osThreadSeen(long at, int osThreadId, String name) {
    begin(at);
    tables.osThreads().seen(at, osThreadId, name);
    done();
  }

  @Override
  public void kernelFunctionSeen(long at, KernelFunction function) {
    begin(at);
    if (!tables.kernelFunctions().seen(function)) {
      tables.counters().passedOver();
    }
    done();
  }

  @Override
  public void ended(long at, String reason) {
    begin(at);
    sealed = Optional.of(reason);
    done();
  }

  private boolean begin(long at, RuntimeID id) {
    return begin(at, id, true);
  }

  /** Advances the clock for a valid fact, and skips an invalid one. */
  private boolean begin(long at, RuntimeID id, boolean sense) {
    if (id.isNone() || !sense) {
      tables.counters().passedOver();
      return false;
    }
    begin(at);
    return true;
  }

  private void begin(long at) {
    if (at < clock) {
      tables.counters().late();
    } else {
      clock = at;
    }
    reach(at);
  }

  private void reach(long at) {
    if (at < newest) {
      tables.changes().belatedFact();
    } else {
      newest = at;
    }
  }

  /** Applies again what a late fact concerns, and publishes to readers how far the facts reach. */
  private void done() {
    if (!tables.shared().moved().isEmpty()) {
      unloading.followMoved();
    }
    if (tables.changes().modules() != placed) {
      tables.absences().placeEarly(this::place);
      if (copies.keepEarly(this::described)) {
        metadataChanged();
      }
      placed = tables.changes().modules();
    }
    long stillWaiting = tables.counters().waiting();
    if (stillWaiting < waiting) {
      tables.changes().belatedFact(); // what waited belongs to an earlier time
    }
    waiting = stillWaiting;
    tables.coverage().reached(newest);
  }
}
