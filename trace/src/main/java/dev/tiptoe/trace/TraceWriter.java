// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.CallStack;
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
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Writes facts as a trace, which every reader of traces reads: {@link TraceReader}, {@link
 * RecordedSession}, the command. Reading it gives the same facts at the same times, in the same
 * order, late ones included.
 *
 * <p>To record a live feed beside a session, pass the facts to {@link RuntimeFeed#both} of the two.
 * {@link #save} writes all that a session knows.
 *
 * <p>What a trace has no room for is counted in {@link #leftOut}: a fact of more than 1 MiB, a copy
 * of metadata of more than 64 MiB, a stack for an ID that no callback is about. A text is cut after
 * 32,767 characters, a stack after 2,048 frames. Where an identity fact is left out, readers find a
 * gap and treat coverage as ended. After a failure to write, no fact is written; {@link #flush} and
 * {@link #close} throw it, the facts' own methods never do.
 *
 * <p>Mutable; one thread at a time. Holds an open file and 4 MiB, and the last million frames of
 * stacks. It has a method for each kind of fact, which is why it is long.
 */
public final class TraceWriter implements RuntimeFeed, AutoCloseable {

  /** The greatest piece of a copy of metadata. */
  private static final int PIECE = 1 << 19;

  private static final int BYTES_OF_CODE_PIECE = RecordLayout.CodePiece.LENGTH;
  private static final int BYTES_OF_MAPPING = RecordLayout.IlMapping.LENGTH;

  private final RecordSink sink;
  private final RecordDraft draft = new RecordDraft();
  private final SampleRecords samples;
  private int copies;

  private TraceWriter(RecordSink sink) {
    this.sink = sink;
    this.samples = new SampleRecords(sink);
  }

  /**
   * Creates a trace.
   *
   * @param file a file that does not exist yet
   * @param pid the ID of the process that the facts are about; 0 where it is not known
   * @param began the moment at which the feed's time is 0
   * @throws java.nio.file.FileAlreadyExistsException when the file exists
   * @throws IOException when the file cannot be created
   */
  public static TraceWriter create(Path file, int pid, Instant began) throws IOException {
    long nanos = TimeUnit.SECONDS.toNanos(began.getEpochSecond()) + began.getNano();
    return new TraceWriter(new RecordSink(file, pid, nanos, UUID.randomUUID()));
  }

  /**
   * Writes all facts that a session has kept, in the order of their times, as a trace of their own.
   * A session that reads it gives the same answers. Call it on the thread that feeds the session,
   * or while none does.
   *
   * @param file a file that does not exist yet
   * @param pid the ID of the process that the facts are about; 0 where it is not known
   * @param began the moment at which the session's time is 0
   * @throws IOException when the file cannot be created or written
   */
  public static void save(Session session, Path file, int pid, Instant began) throws IOException {
    try (TraceWriter writer = create(file, pid, began)) {
      session.map().passFacts(writer);
    }
  }

  /**
   * Writes what is still in memory to the file.
   *
   * @throws IOException when that fails now, or a fact could not be written before
   */
  public void flush() throws IOException {
    sink.flush();
  }

  /** Returns the number of facts that are not in the trace. */
  public long leftOut() {
    return sink.leftOut();
  }

  /**
   * Writes what is still in memory, and closes the file. The trace has an end only if the feed had
   * one.
   */
  @Override
  public void close() throws IOException {
    sink.close();
  }

  private static long[] values(List<? extends RuntimeID> ids) {
    return ids.stream().mapToLong(RuntimeID::value).toArray();
  }

  @Override
  public void runtimeStarted(long at, RuntimeInfo runtime) {
    draft
        .begin(RecordLayout.TraceBegan.RECORD_TYPE, RecordLayout.TraceBegan.FIELDS_END)
        .i32(RecordLayout.TraceBegan.START_MODE, IdentityFacts.STARTS.number(runtime.start()))
        .u16(RecordLayout.TraceBegan.RUNTIME_KIND, IdentityFacts.RUNTIMES.number(runtime.kind()))
        .u16(RecordLayout.TraceBegan.RUNTIME_MAJOR, runtime.major())
        .u16(RecordLayout.TraceBegan.RUNTIME_MINOR, runtime.minor())
        .u16(RecordLayout.TraceBegan.RUNTIME_BUILD, runtime.build())
        .string(runtime.version());
    sink.identity(at, draft);
  }

  @Override
  public void coverage(long at, Coverage coverage) {
    int kinds =
        coverage.kinds().stream()
            .mapToInt(IdentityFacts.COVERAGE_KINDS::number)
            .reduce(0, (one, other) -> one | other);
    draft
        .begin(RecordLayout.Coverage.RECORD_TYPE, RecordLayout.Coverage.FIELDS_END)
        .i32(RecordLayout.Coverage.KINDS, kinds)
        .i32(RecordLayout.Coverage.STATE, IdentityFacts.COVERAGE_STATES.number(coverage.state()))
        .string(coverage.reason());
    sink.identity(at, draft);
  }

  @Override
  public void appDomainCreated(long at, AppDomainID appDomain, String name) {
    draft
        .begin(RecordLayout.AppDomainCreated.RECORD_TYPE, RecordLayout.AppDomainCreated.FIELDS_END)
        .i64(RecordLayout.AppDomainCreated.APP_DOMAIN_ID, appDomain.value())
        .string(name);
    sink.identity(at, draft);
  }

  @Override
  public void assemblyLoaded(
      long at, AssemblyID assembly, AppDomainID appDomain, ModuleID manifestModule, String name) {
    draft
        .begin(RecordLayout.AssemblyLoaded.RECORD_TYPE, RecordLayout.AssemblyLoaded.FIELDS_END)
        .i64(RecordLayout.AssemblyLoaded.ASSEMBLY_ID, assembly.value())
        .i64(RecordLayout.AssemblyLoaded.APP_DOMAIN_ID, appDomain.value())
        .i64(RecordLayout.AssemblyLoaded.MODULE_ID, manifestModule.value())
        .string(name);
    sink.identity(at, draft);
  }

  @Override
  public void loadContextReported(long at, AssemblyID assembly, String loadContext) {
    draft
        .begin(
            RecordLayout.LoadContextReported.RECORD_TYPE,
            RecordLayout.LoadContextReported.FIELDS_END)
        .i64(RecordLayout.LoadContextReported.ASSEMBLY_ID, assembly.value())
        .string(loadContext);
    sink.identity(at, draft);
  }

  @Override
  public void moduleLoaded(long at, ModuleID module, LoadedModule loaded) {
    draft
        .begin(RecordLayout.ModuleLoaded.RECORD_TYPE, RecordLayout.ModuleLoaded.FIELDS_END)
        .i64(RecordLayout.ModuleLoaded.MODULE_ID, module.value())
        .i64(RecordLayout.ModuleLoaded.ASSEMBLY_ID, loaded.assembly().value())
        .i64(RecordLayout.ModuleLoaded.BASE_ADDRESS, loaded.baseAddress())
        .i32(RecordLayout.ModuleLoaded.FLAGS, loaded.flags())
        .guid(RecordLayout.ModuleLoaded.MVID, loaded.mvid().orElse(IdentityFacts.NO_MVID))
        .string(loaded.path());
    loaded.pdb().ifPresent(pdb -> draft.octets(RecordDraft.guid(pdb)));
    sink.identity(at, draft);
  }

  @Override
  public void moduleAttached(long at, ModuleID module, AssemblyID assembly) {
    draft
        .begin(RecordLayout.ModuleAttached.RECORD_TYPE, RecordLayout.ModuleAttached.FIELDS_END)
        .i64(RecordLayout.ModuleAttached.MODULE_ID, module.value())
        .i64(RecordLayout.ModuleAttached.ASSEMBLY_ID, assembly.value());
    sink.identity(at, draft);
  }

  @Override
  public void moduleMetadata(long at, ModuleID module, Bytes metadata) {
    int size = metadata.length();
    if (size > RecordLayout.LONGEST_METADATA || size == 0) {
      sink.leaveOut();
      return;
    }
    copies++;
    for (int offset = 0; offset < size; offset += PIECE) {
      int length = Math.min(PIECE, size - offset);
      draft
          .begin(RecordLayout.ModuleMetadata.RECORD_TYPE, RecordLayout.ModuleMetadata.FIELDS_END)
          .i64(RecordLayout.ModuleMetadata.MODULE_ID, module.value())
          .i32(RecordLayout.ModuleMetadata.NUMBER, copies)
          .i64(RecordLayout.ModuleMetadata.SIZE, size)
          .i64(RecordLayout.ModuleMetadata.OFFSET, offset)
          .octets(metadata.copy(offset, length));
      // The copy is a fact where its last piece is.
      if (offset + length < size) {
        sink.piece(draft);
      } else {
        sink.identity(at, draft);
      }
    }
  }

  @Override
  public void classLoaded(long at, ClassID id, ClassShape shape) {
    classSeen(at, id, shape, RecordValues.ClassSource.ANNOUNCED);
  }

  @Override
  public void classSeen(long at, ClassID id, ClassShape shape, ClassSource source) {
    classSeen(at, id, shape, IdentityFacts.CLASS_SOURCES.number(source));
  }

  private void classSeen(long at, ClassID id, ClassShape shape, int source) {
    draft
        .begin(RecordLayout.ClassSeen.RECORD_TYPE, RecordLayout.ClassSeen.FIELDS_END)
        .i64(RecordLayout.ClassSeen.CLASS_ID, id.value())
        .i32(RecordLayout.ClassSeen.SOURCE, source);
    if (shape instanceof ClassShape.Defined defined) {
      draft
          .u8(RecordLayout.ClassSeen.SHAPE, RecordValues.ClassShape.DEFINED)
          .i64(RecordLayout.ClassSeen.MODULE_ID, defined.module().value())
          .i64(RecordLayout.ClassSeen.PARENT_CLASS_ID, defined.parent().value())
          .i32(RecordLayout.ClassSeen.TYPE_DEF, defined.typeDef().value())
          .list(values(defined.typeArguments()));
    } else if (shape instanceof ClassShape.Array array) {
      draft
          .u8(RecordLayout.ClassSeen.SHAPE, RecordValues.ClassShape.ARRAY)
          .u8(RecordLayout.ClassSeen.ELEMENT_TYPE, array.elementType())
          .u16(RecordLayout.ClassSeen.RANK, array.rank())
          .list(array.element().value());
    } else {
      draft.u8(RecordLayout.ClassSeen.SHAPE, RecordValues.ClassShape.COMPOSITE).list();
    }
    sink.identity(at, draft);
  }

  @Override
  public void functionSeen(long at, FunctionID id, FunctionShape shape, FunctionSource source) {
    draft
        .begin(RecordLayout.FunctionSeen.RECORD_TYPE, RecordLayout.FunctionSeen.FIELDS_END)
        .i64(RecordLayout.FunctionSeen.FUNCTION_ID, id.value())
        .i64(RecordLayout.FunctionSeen.CLASS_ID, shape.declaringClass().value())
        .i64(RecordLayout.FunctionSeen.MODULE_ID, shape.module().value())
        .i32(RecordLayout.FunctionSeen.METHOD_DEF, shape.methodDef().value())
        .i32(RecordLayout.FunctionSeen.SOURCE, IdentityFacts.FUNCTION_SOURCES.number(source))
        .list(values(shape.typeArguments()))
        .string(shape.dynamicName());
    sink.identity(at, draft);
  }

  @Override
  public void functionExecuting(long at, FunctionID id) {
    draft
        .begin(
            RecordLayout.FunctionExecuting.RECORD_TYPE, RecordLayout.FunctionExecuting.FIELDS_END)
        .i64(RecordLayout.FunctionExecuting.FUNCTION_ID, id.value());
    sink.identity(at, draft);
  }

  @Override
  public void methodNamed(long at, FunctionID id, ReportedName name) {
    draft
        .begin(RecordLayout.MethodNamed.RECORD_TYPE, RecordLayout.MethodNamed.FIELDS_END)
        .i64(RecordLayout.MethodNamed.FUNCTION_ID, id.value())
        .string(name.type())
        .string(name.name())
        .string(name.signature());
    sink.identity(at, draft);
  }

  @Override
  public void typeNamed(long at, ModuleID module, Token typeDef, String name) {
    draft
        .begin(RecordLayout.TypeNamed.RECORD_TYPE, RecordLayout.TypeNamed.FIELDS_END)
        .i64(RecordLayout.TypeNamed.MODULE_ID, module.value())
        .i32(RecordLayout.TypeNamed.TYPE_DEF, typeDef.value())
        .string(name);
    sink.identity(at, draft);
  }

  @Override
  public void codeSeen(long at, FunctionID id, NativeCode code) {
    draft
        .begin(RecordLayout.CodeSeen.RECORD_TYPE, RecordLayout.CodeSeen.FIELDS_END)
        .i64(RecordLayout.CodeSeen.FUNCTION_ID, id.value())
        .i32(RecordLayout.CodeSeen.REJIT, code.rejit())
        .count(code.ranges().size(), BYTES_OF_CODE_PIECE);
    for (NativeCode.Range range : code.ranges()) {
      draft.append64(range.start()).append64(range.size());
    }
    draft.count(code.il().size(), BYTES_OF_MAPPING);
    for (NativeCode.IlMapping each : code.il()) {
      draft.append32(each.ilOffset()).append32(each.start()).append32(each.end());
    }
    sink.identity(at, draft);
  }

  @Override
  public void notPublished(long at, long asOf, ModuleID module, Token typeDef) {
    draft
        .begin(RecordLayout.NotPublished.RECORD_TYPE, RecordLayout.NotPublished.FIELDS_END)
        .i64(RecordLayout.NotPublished.MODULE_ID, module.value())
        .i64(RecordLayout.NotPublished.AS_OF, asOf)
        .list(Integer.toUnsignedLong(typeDef.value()));
    sink.identity(at, draft);
  }

  @Override
  public void instanceSeen(long at, ClassID id, InstanceSource source) {
    draft
        .begin(RecordLayout.InstanceFound.RECORD_TYPE, RecordLayout.InstanceFound.FIELDS_END)
        .i64(RecordLayout.InstanceFound.CLASS_ID, id.value())
        .i32(RecordLayout.InstanceFound.SOURCE, ReportedFacts.INSTANCE_SOURCES.number(source));
    sink.identity(at, draft);
  }

  @Override
  public void instancesCounted(long at, ClassID id, long objects, long bytes) {
    draft
        .begin(RecordLayout.InstanceSeen.RECORD_TYPE, RecordLayout.InstanceSeen.FIELDS_END)
        .i64(RecordLayout.InstanceSeen.CLASS_ID, id.value())
        .i64(RecordLayout.InstanceSeen.OBJECTS, objects)
        .i64(RecordLayout.InstanceSeen.BYTES, bytes);
    sink.identity(at, draft);
  }

  @Override
  public void unloadStarted(long at, RuntimeID id) {
    if (id instanceof ThreadID thread) {
      threadDestroyed(at, thread);
      return;
    }
    draft
        .begin(RecordLayout.UnloadStarted.RECORD_TYPE, RecordLayout.UnloadStarted.FIELDS_END)
        .i32(RecordLayout.UnloadStarted.KIND, unloadKind(id))
        .i64(RecordLayout.UnloadStarted.ID, id.value());
    sink.identity(at, draft);
  }

  private static int unloadKind(RuntimeID id) {
    if (id instanceof AppDomainID) {
      return RecordValues.UnloadKind.APP_DOMAIN;
    }
    if (id instanceof AssemblyID) {
      return RecordValues.UnloadKind.ASSEMBLY;
    }
    if (id instanceof ModuleID) {
      return RecordValues.UnloadKind.MODULE;
    }
    return id instanceof ClassID
        ? RecordValues.UnloadKind.CLASS
        : RecordValues.UnloadKind.DYNAMIC_FUNCTION;
  }

  @Override
  public void threadCreated(long at, ThreadID thread, int osThreadId) {
    draft
        .begin(RecordLayout.ThreadCreated.RECORD_TYPE, RecordLayout.ThreadCreated.FIELDS_END)
        .i64(RecordLayout.ThreadCreated.THREAD_ID, thread.value())
        .i32(RecordLayout.ThreadCreated.OS_THREAD_ID, osThreadId);
    sink.identity(at, draft);
  }

  @Override
  public void threadNamed(long at, ThreadID thread, String name) {
    draft
        .begin(RecordLayout.ThreadNamed.RECORD_TYPE, RecordLayout.ThreadNamed.FIELDS_END)
        .i64(RecordLayout.ThreadNamed.THREAD_ID, thread.value())
        .string(name);
    sink.identity(at, draft);
  }

  @Override
  public void osThreadNamed(long at, ThreadID thread, String name) {
    draft
        .begin(RecordLayout.OsThreadNamed.RECORD_TYPE, RecordLayout.OsThreadNamed.FIELDS_END)
        .i64(RecordLayout.OsThreadNamed.THREAD_ID, thread.value())
        .string(name);
    sink.identity(at, draft);
  }

  @Override
  public void threadDestroyed(long at, ThreadID thread) {
    draft
        .begin(RecordLayout.ThreadDestroyed.RECORD_TYPE, RecordLayout.ThreadDestroyed.FIELDS_END)
        .i64(RecordLayout.ThreadDestroyed.THREAD_ID, thread.value());
    sink.identity(at, draft);
  }

  @Override
  public void imageMapped(long at, MappedImage image) {
    draft
        .begin(RecordLayout.ImageMapped.RECORD_TYPE, RecordLayout.ImageMapped.FIELDS_END)
        .i64(RecordLayout.ImageMapped.BASE, image.base())
        .i64(RecordLayout.ImageMapped.START, image.start())
        .i64(RecordLayout.ImageMapped.SIZE, image.size())
        .i64(RecordLayout.ImageMapped.MODULE_ID, image.module().value())
        .i64(RecordLayout.ImageMapped.ABSENT, image.absent())
        .octets(AddressFacts.octets(image.buildId()))
        .string(image.path());
    sink.identity(at, draft);
  }

  @Override
  public void imageUnmapped(long at, long base, long start) {
    draft
        .begin(RecordLayout.ImageUnmapped.RECORD_TYPE, RecordLayout.ImageUnmapped.FIELDS_END)
        .i64(RecordLayout.ImageUnmapped.BASE, base)
        .i64(RecordLayout.ImageUnmapped.START, start);
    sink.identity(at, draft);
  }

  @Override
  public void osThreadSeen(long at, int osThreadId, String name) {
    draft
        .begin(RecordLayout.OsThreadSeen.RECORD_TYPE, RecordLayout.OsThreadSeen.FIELDS_END)
        .i32(RecordLayout.OsThreadSeen.OS_THREAD_ID, osThreadId)
        .string(name);
    sink.identity(at, draft);
  }

  @Override
  public void kernelFunctionSeen(long at, KernelFunction function) {
    draft
        .begin(
            RecordLayout.KernelFunctionSeen.RECORD_TYPE, RecordLayout.KernelFunctionSeen.FIELDS_END)
        .i64(RecordLayout.KernelFunctionSeen.START, function.start())
        .i64(RecordLayout.KernelFunctionSeen.SIZE, function.size())
        .string(function.name());
    sink.identity(at, draft);
  }

  @Override
  public void stackSampled(long at, ThreadID thread, List<FunctionID> frames, boolean truncated) {
    samples.stack(at, thread, frames, truncated);
  }

  @Override
  public void stackSampled(long at, SampledStack sample) {
    samples.stack(at, sample);
  }

  @Override
  public void addressSampled(long at, AddressSample sample) {
    samples.addresses(at, sample);
  }

  @Override
  public void announcedFrom(long at, RuntimeID subject, ThreadID thread, CallStack stack) {
    samples.announced(at, subject, thread, stack);
  }

  @Override
  public void ended(long at, String reason) {
    TraceEnding.Reason known = TraceEnding.Reason.of(reason);
    draft
        .begin(RecordLayout.TraceEnded.RECORD_TYPE, RecordLayout.TraceEnded.FIELDS_END)
        .i32(RecordLayout.TraceEnded.REASON, IdentityFacts.END_REASONS.number(known))
        .i64(RecordLayout.TraceEnded.IDENTITY_RECORDS, sink.identityRecordsWith(at))
        .i64(RecordLayout.TraceEnded.IDENTITY_LOST, sink.leftOut());
    if (!reason.equals(known.inWords())) {
      draft.string(reason);
    }
    sink.identity(at, draft);
  }
}
