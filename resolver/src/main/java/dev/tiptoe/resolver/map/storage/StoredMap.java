// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static java.util.Objects.requireNonNull;

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
import dev.tiptoe.resolver.map.Conflict;
import dev.tiptoe.resolver.map.Fact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdHistory;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.Lease;
import dev.tiptoe.resolver.map.LeaseAnswer;
import dev.tiptoe.resolver.map.MapListener;
import dev.tiptoe.resolver.map.MapStatistics;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A {@link RuntimeIdMap} on tables of numbers. Threads: see there. */
public final class StoredMap implements RuntimeIdMap {

  private final MapContents contents = new MapContents();
  private final MetadataCopies copies = new MetadataCopies();
  private final ReportedNames reportedNames = new ReportedNames();
  private volatile FactIntake intake = new FactIntake(contents.tables(), copies, reportedNames);

  /** Whether a thread is feeding. */
  private final AtomicBoolean feeding = new AtomicBoolean();

  /** An empty map. */
  public StoredMap() {}

  // ---- questions

  @Override
  public IdView now() {
    return new StoredView(contents, StoredView.NOW);
  }

  @Override
  public IdView at(long time) {
    return new StoredView(contents, Math.min(time, StoredView.NOW));
  }

  @Override
  public IdView atEndOf(Fact fact) {
    return at(fact.interval().to() - 1);
  }

  @Override
  public IdHistory history() {
    return new StoredHistory(contents);
  }

  @Override
  public void addListener(MapListener listener) {
    contents.tables().listeners().add(requireNonNull(listener));
  }

  @Override
  public void removeListener(MapListener listener) {
    contents.tables().listeners().remove(listener);
  }

  @Override
  public Optional<Bytes> metadataOf(LoadedModule module) {
    return copies.of(module);
  }

  @Override
  public Optional<RuntimeInfo> runtime() {
    return requireNonNull(contents.tables().runtime().get());
  }

  @Override
  public List<Conflict> conflicts() {
    return contents.tables().counters().conflicts();
  }

  @Override
  public <I extends RuntimeID> LeaseAnswer<I> lease(I id) {
    Optional<String> sealed = intake.sealed();
    if (sealed.isPresent()) {
      return new LeaseAnswer.Refused<>(
          LeaseAnswer.Reason.RECORDING_ENDED, "the recording has ended: " + sealed.get());
    }
    IdTable ids = contents.tables().idsOf(id);
    int row = ids.validAt(id.value(), StoredView.NOW);
    if (row == Pages.NONE) {
      return new LeaseAnswer.Refused<>(
          LeaseAnswer.Reason.MEANS_NOTHING, id + " is not known to mean anything now");
    }
    return ids.beganWithAnother(row)
        ? new LeaseAnswer.Refused<>(
            LeaseAnswer.Reason.SAME_BEGINNING,
            id + " meant something else at the time at which this began")
        : new LeaseAnswer.Granted<>(new Lease<>(id, ids.from(row)));
  }

  @Override
  public boolean isValid(Lease<?> lease) {
    return lease(lease.id()).lease().filter(lease::equals).isPresent();
  }

  @Override
  public Optional<String> sealed() {
    return intake.sealed();
  }

  ReportedNames reportedNames() {
    return reportedNames;
  }

  @Override
  public Optional<ReportedName> reportedName(FunctionFact function) {
    return reportedNames.of(function);
  }

  @Override
  public Optional<String> reportedName(ModuleID module, Token typeDef) {
    return reportedNames.of(module, typeDef);
  }

  @Override
  public void passFacts(RuntimeFeed feed) {
    requireNonNull(feed, "feed");
    if (!feeding.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "the map is being fed: by another thread, or this listener's");
    }
    try {
      new KeptFacts(contents.tables(), Long.MIN_VALUE)
          .ofTables()
          .of(copies)
          .of(reportedNames)
          .passTo(feed);
      intake.sealed().ifPresent(reason -> feed.ended(now().time(), reason));
    } finally {
      feeding.setRelease(false);
    }
  }

  @Override
  public MapStatistics statistics() {
    return contents.tables().counters().statistics();
  }

  // ---- forgetting

  @Override
  public void forgetBefore(long time) {
    take(
        facts -> {
          MapTables before = contents.tables();
          long since = Math.min(time, before.coverage().reach());
          if (since > before.forgotten().before()) {
            forgetBefore(before, since);
          }
        });
  }

  private void forgetBefore(MapTables before, long since) {
    KeptFacts kept = new KeptFacts(before, since).ofTables();
    MapTables after = MapTables.empty(before.listeners(), kept.forgotten());
    FactIntake next = FactIntake.rebuilding(after, copies, reportedNames);
    before.listeners().setMuted(true);
    try {
      kept.passTo(next);
    } finally {
      before.listeners().setMuted(false);
    }
    after.counters().resume(before.counters());
    next.resume(intake);
    contents.set(after);
    intake = next;
    copies.retain(history().modules().map(ModuleFact::loaded).collect(Collectors.toSet()));
    reportedNames.retain(
        id -> !isDropped(id.value(), before.functions().ids(), after.functions().ids()),
        id -> !isDropped(id.value(), before.modules().ids(), after.modules().ids()));
    after.listeners().call(MapListener::pastChanged);
  }

  private static boolean isDropped(long id, IdTable before, IdTable after) {
    return before.newestOf(id) != Pages.NONE && after.newestOf(id) == Pages.NONE;
  }

  @Override
  public OptionalLong forgottenBefore() {
    long before = contents.tables().forgotten().before();
    return before == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(before);
  }

  // ---- feeding

  /** Lets one fact in: wholly, or not at all. */
  private void take(Consumer<FactIntake> fact) {
    if (!feeding.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "the map is being fed: by another thread, or this listener's");
    }
    Throwable thrown;
    try {
      fact.accept(intake);
    } finally {
      thrown = contents.tables().listeners().takeFailure();
      feeding.setRelease(false);
    }
    if (thrown != null) {
      throw unchecked(thrown);
    }
  }

  /** Returns what to throw; throws an error. A listener may throw a checked exception unseen. */
  private static RuntimeException unchecked(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException runtime ? runtime : new IllegalStateException(thrown);
  }

  @Override
  public void runtimeStarted(long at, RuntimeInfo runtime) {
    requireNonNull(runtime, "runtime");
    take(facts -> facts.runtimeStarted(at, runtime));
  }

  @Override
  public void coverage(long at, Coverage coverage) {
    requireNonNull(coverage, "coverage");
    take(facts -> facts.coverage(at, coverage));
  }

  @Override
  public void appDomainCreated(long at, AppDomainID appDomain, String name) {
    requireNonNull(appDomain, "appDomain");
    requireNonNull(name, "name");
    take(facts -> facts.appDomainCreated(at, appDomain, name));
  }

  @Override
  public void assemblyLoaded(
      long at, AssemblyID assembly, AppDomainID appDomain, ModuleID manifestModule, String name) {
    requireNonNull(assembly, "assembly");
    requireNonNull(appDomain, "appDomain");
    requireNonNull(manifestModule, "manifestModule");
    requireNonNull(name, "name");
    take(facts -> facts.assemblyLoaded(at, assembly, appDomain, manifestModule, name));
  }

  @Override
  public void loadContextReported(long at, AssemblyID assembly, String loadContext) {
    requireNonNull(assembly, "assembly");
    requireNonNull(loadContext, "loadContext");
    take(facts -> facts.loadContextReported(at, assembly, loadContext));
  }

  @Override
  public void moduleLoaded(long at, ModuleID module, LoadedModule loaded) {
    requireNonNull(module, "module");
    requireNonNull(loaded, "loaded");
    take(facts -> facts.moduleLoaded(at, module, loaded));
  }

  @Override
  public void moduleMetadata(long at, ModuleID module, Bytes metadata) {
    requireNonNull(module, "module");
    requireNonNull(metadata, "metadata");
    take(facts -> facts.moduleMetadata(at, module, metadata));
  }

  @Override
  public void moduleAttached(long at, ModuleID module, AssemblyID assembly) {
    requireNonNull(module, "module");
    requireNonNull(assembly, "assembly");
    take(facts -> facts.moduleAttached(at, module, assembly));
  }

  @Override
  public void classLoaded(long at, ClassID id, ClassShape shape) {
    requireNonNull(id, "id");
    requireNonNull(shape, "shape");
    take(facts -> facts.classLoaded(at, id, shape));
  }

  @Override
  public void classSeen(long at, ClassID id, ClassShape shape, ClassSource source) {
    requireNonNull(id, "id");
    requireNonNull(shape, "shape");
    requireNonNull(source, "source");
    take(facts -> facts.classSeen(at, id, shape, source));
  }

  @Override
  public void functionSeen(long at, FunctionID id, FunctionShape shape, FunctionSource source) {
    requireNonNull(id, "id");
    requireNonNull(shape, "shape");
    requireNonNull(source, "source");
    take(facts -> facts.functionSeen(at, id, shape, source));
  }

  @Override
  public void methodNamed(long at, FunctionID id, ReportedName name) {
    requireNonNull(id, "id");
    requireNonNull(name, "name");
    take(facts -> facts.methodNamed(at, id, name));
  }

  @Override
  public void typeNamed(long at, ModuleID module, Token typeDef, String name) {
    requireNonNull(module, "module");
    requireNonNull(typeDef, "typeDef");
    requireNonNull(name, "name");
    take(facts -> facts.typeNamed(at, module, typeDef, name));
  }

  @Override
  public void codeSeen(long at, FunctionID id, NativeCode code) {
    requireNonNull(id, "id");
    requireNonNull(code, "code");
    take(facts -> facts.codeSeen(at, id, code));
  }

  @Override
  public void notPublished(long at, long asOf, ModuleID module, Token typeDef) {
    requireNonNull(module, "module");
    requireNonNull(typeDef, "typeDef");
    take(facts -> facts.notPublished(at, asOf, module, typeDef));
  }

  @Override
  public void instanceSeen(long at, ClassID id, InstanceSource source) {
    requireNonNull(id, "id");
    requireNonNull(source, "source");
    take(facts -> facts.instanceSeen(at, id, source));
  }

  @Override
  public void unloadStarted(long at, RuntimeID id) {
    requireNonNull(id, "id");
    take(facts -> facts.unloadStarted(at, id));
  }

  @Override
  public void threadCreated(long at, ThreadID thread, int osThreadId) {
    requireNonNull(thread, "thread");
    take(facts -> facts.threadCreated(at, thread, osThreadId));
  }

  @Override
  public void threadNamed(long at, ThreadID thread, String name) {
    requireNonNull(thread, "thread");
    requireNonNull(name, "name");
    take(facts -> facts.threadNamed(at, thread, name));
  }

  @Override
  public void osThreadNamed(long at, ThreadID thread, String name) {
    requireNonNull(thread, "thread");
    requireNonNull(name, "name");
    take(facts -> facts.osThreadNamed(at, thread, name));
  }

  @Override
  public void threadDestroyed(long at, ThreadID thread) {
    requireNonNull(thread, "thread");
    take(facts -> facts.threadDestroyed(at, thread));
  }

  @Override
  public void stackSampled(long at, ThreadID thread, List<FunctionID> frames, boolean truncated) {
    requireNonNull(thread, "thread");
    requireNonNull(frames, "frames");
    take(facts -> facts.stackSampled(at, thread, frames, truncated));
  }

  @Override
  public void functionExecuting(long at, FunctionID id) {
    requireNonNull(id, "id");
    take(facts -> facts.functionExecuting(at, id));
  }

  @Override
  public void imageMapped(long at, MappedImage image) {
    requireNonNull(image, "image");
    take(facts -> facts.imageMapped(at, image));
  }

  @Override
  public void imageUnmapped(long at, long base, long start) {
    take(facts -> facts.imageUnmapped(at, base, start));
  }

  @Override
  public void osThreadSeen(long at, int osThreadId, String name) {
    requireNonNull(name, "name");
    take(facts -> facts.osThreadSeen(at, osThreadId, name));
  }

  @Override
  public void kernelFunctionSeen(long at, KernelFunction function) {
    requireNonNull(function, "function");
    take(facts -> facts.kernelFunctionSeen(at, function));
  }

  @Override
  public void addressSampled(long at, AddressSample sample) {
    requireNonNull(sample, "sample");
    take(facts -> facts.addressSampled(at, sample));
  }

  @Override
  public void ended(long at, String reason) {
    requireNonNull(reason, "reason");
    take(facts -> facts.ended(at, reason));
  }
}
