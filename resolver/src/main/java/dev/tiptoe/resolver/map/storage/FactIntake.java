// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

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
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.MapListener;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Adds facts to the tables of a map, each at its own time. For one thread. */
final class FactIntake implements RuntimeFeed {

  private final MapTables tables;
  private final MetadataCopies copies;
  private final ReportedNames reportedNames;
  private final Unloading unloading;

  /** The time of the newest identity fact. */
  private long clock = Long.MIN_VALUE;

  /** The time of the newest fact, samples included. */
  private long newest = Long.MIN_VALUE;

  /** How many observations waited for a description after the last fact. */
  private long waiting;

  /** How much was known of modules when facts were last looked at that wait for modules. */
  private long placed;

  /**
   * Whether the fact that is being taken in is older than another; listeners hear it at the end.
   */
  private boolean pastChanged;

  /** Whether the facts are those that were kept of dropped tables. */
  private boolean rebuilding;

  private volatile Optional<String> sealed = Optional.empty();

  /** An intake for the facts that were kept of other tables, until {@link #resume}. */
  static FactIntake rebuilding(
      MapTables tables, MetadataCopies copies, ReportedNames reportedNames) {
    FactIntake intake = new FactIntake(tables, copies, reportedNames);
    intake.rebuilding = true;
    return intake;
  }

  FactIntake(MapTables tables, MetadataCopies copies, ReportedNames reportedNames) {
    this.tables = tables;
    this.copies = copies;
    this.reportedNames = reportedNames;
    this.unloading = new Unloading(tables);
  }

  /** Goes on where another was, of whose facts this one has taken in those that were kept. */
  void resume(FactIntake other) {
    clock = other.clock;
    newest = other.newest;
    sealed = other.sealed;
    waiting = tables.counters().waiting();
    pastChanged = false;
    rebuilding = false;
  }

  /** Why the feed ended, once it has; any thread may ask. */
  Optional<String> sealed() {
    return sealed;
  }

  @Override
  public void runtimeStarted(long at, RuntimeInfo info) {
    begin(at);
    tables.runtime().set(Optional.of(info));
    tables.listeners().call(each -> each.runtimeReported(info));
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
    classMet(at, id, shape, EvidenceKinds.of(source));
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
      tables.functions().met(at, id, shape, EvidenceKinds.of(source));
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
    if (begin(at, id, NativeCodeTable.accepts(code))) {
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
      metadataChanged(module);
    } else if (!tables.forgotten().has(at)) {
      copies.await(at, module, metadata);
    }
  }

  private Optional<LoadedModule> described(long at, ModuleID module) {
    LoadedModule loaded = tables.modules().validAt(module, Math.min(at, StoredView.NOW)).loaded();
    return loaded.equals(ModuleEntry.UNDESCRIBED) ? Optional.empty() : Optional.of(loaded);
  }

  /** What is read of a module does not depend on the time, so answers about the past change too. */
  private void metadataChanged(ModuleID module) {
    tables.modules().metadataChanged(module);
    tables.listeners().call(MapListener::pastChanged);
  }

  @Override
  public void instanceSeen(long at, ClassID id, InstanceSource source) {
    if (begin(at, id)) {
      tables.classes().replay().observe(id.value(), EvidenceKinds.of(source), at);
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
    frames.forEach(Objects::requireNonNull);
    Replay<?> functions = tables.functions().replay();
    for (FunctionID frame : frames) {
      if (!frame.isNone() && isKept(at, frame)) {
        functions.observe(frame.value(), EvidenceKind.EXECUTING, at);
      }
    }
    reach(at);
    done();
  }

  @Override
  public void functionExecuting(long at, FunctionID id) {
    if (id.isNone()) {
      tables.counters().passedOver();
      return;
    }
    if (isKept(at, id)) {
      tables.functions().replay().observe(id.value(), EvidenceKind.EXECUTING, at);
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
      } else if (!tables.forgotten().has(at)) {
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
    if (!isKept(at, id)) {
      tables.counters().lost();
      return false;
    }
    begin(at);
    return true;
  }

  /**
   * Whether a fact can have its place: one of a time whose facts were dropped, only where the
   * meaning that the ID had then was kept.
   */
  private boolean isKept(long at, RuntimeID id) {
    return rebuilding
        || !tables.forgotten().has(at)
        || tables.idsOf(id).validAt(id.value(), at) != Pages.NONE;
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
      pastChanged = true;
    } else {
      newest = at;
    }
  }

  /** Applies again what a late fact concerns, and publishes to readers how far the facts reach. */
  private void done() {
    if (!tables.shared().moved().isEmpty()) {
      unloading.followMoved();
    }
    if (tables.listeners().modules() != placed) {
      tables.absences().placeEarly(this::place);
      copies.keepEarly(this::described).forEach(this::metadataChanged);
      placed = tables.listeners().modules();
    }
    long stillWaiting = tables.counters().waiting();
    pastChanged |= stillWaiting < waiting; // what waited belongs to an earlier time
    waiting = stillWaiting;
    tables.coverage().reached(newest);
    if (pastChanged) {
      pastChanged = false;
      tables.listeners().call(MapListener::pastChanged);
    }
  }
}
