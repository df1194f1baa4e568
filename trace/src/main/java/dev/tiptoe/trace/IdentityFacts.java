// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.NativeCode.IlMapping;
import dev.tiptoe.resolver.feed.NativeCode.Range;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.trace.RecordLayout.OfThread;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongFunction;

/**
 * What the records of the identity lane say, one method for each type. Each decodes everything
 * before it returns, so that a bad record tells nothing.
 */
final class IdentityFacts {

  private static final UUID NO_MVID = new UUID(0, 0);

  /** The CLR loads no array of more; a name has a comma for each. */
  private static final int MOST_DIMENSIONS = 32;

  /** {@code COR_PRF_CODE_INFO} and {@code COR_DEBUG_IL_TO_NATIVE_MAP}. */
  private static final int PIECE_LENGTH = 16;

  private static final int IL_ENTRY_LENGTH = 12;

  private static final int ANNOUNCED = 1;
  private static final Map<Integer, ClassSource> CLASS_SOURCES =
      Map.of(
          2, ClassSource.FUNCTION_OWNER,
          3, ClassSource.TYPE_ARGUMENT,
          4, ClassSource.PARENT,
          5, ClassSource.PROBED,
          7, ClassSource.HEAP);
  private static final Map<Integer, FunctionSource> FUNCTION_SOURCES =
      Map.of(
          1, FunctionSource.STACK,
          2, FunctionSource.JITTED,
          3, FunctionSource.JITTED,
          4, FunctionSource.PROBED);
  private static final Map<Integer, Coverage.Kind> COVERAGE_KINDS =
      Map.of(
          1, Coverage.Kind.MODULES,
          2, Coverage.Kind.CLASSES,
          4, Coverage.Kind.JITTED_FUNCTIONS,
          8, Coverage.Kind.THREADS,
          16, Coverage.Kind.UNLOADS);

  private static final Map<Integer, Coverage.State> COVERAGE_STATES =
      Map.of(1, Coverage.State.COMPLETE, 2, Coverage.State.FROM_HERE, 3, Coverage.State.ENDED);
  private static final Map<Integer, RuntimeInfo.Start> STARTS =
      Map.of(1, RuntimeInfo.Start.STARTUP, 2, RuntimeInfo.Start.ATTACH);
  private static final Map<Integer, RuntimeInfo.Kind> RUNTIMES =
      Map.of(1, RuntimeInfo.Kind.DESKTOP_CLR, 2, RuntimeInfo.Kind.CORE_CLR);
  private static final Map<Integer, TraceEnding.Reason> END_REASONS =
      Map.of(1, TraceEnding.Reason.RUNTIME_SHUT_DOWN, 2, TraceEnding.Reason.DETACHED);
  private static final Map<Integer, LongFunction<RuntimeID>> UNLOADED_KINDS =
      Map.of(
          1,
          AppDomainID::new,
          2,
          AssemblyID::new,
          3,
          ModuleID::new,
          4,
          ClassID::new,
          5,
          FunctionID::new);

  private IdentityFacts() {}

  static Optional<Fact> traceBegan(RecordView record) {
    RuntimeInfo.Kind kind = RUNTIMES.get(record.u16(RecordLayout.TraceBegan.RUNTIME_KIND));
    RuntimeInfo.Start start = STARTS.get(record.i32(RecordLayout.TraceBegan.START_MODE));
    if (kind == null || start == null) {
      return Optional.empty();
    }
    RuntimeInfo info =
        new RuntimeInfo(
            kind,
            record.u16(RecordLayout.TraceBegan.RUNTIME_MAJOR),
            record.u16(RecordLayout.TraceBegan.RUNTIME_MINOR),
            record.u16(RecordLayout.TraceBegan.RUNTIME_BUILD),
            record.string(RecordLayout.TraceBegan.VERSION),
            start);
    TraceRecorder recorder =
        new TraceRecorder(
            record.u16(RecordLayout.TraceBegan.AGENT_MAJOR),
            record.u16(RecordLayout.TraceBegan.AGENT_MINOR),
            record.i64(RecordLayout.TraceBegan.SAMPLE_PERIOD));
    return Optional.of(
        (at, feed, ledger) -> {
          ledger.recordedBy(recorder);
          feed.runtimeStarted(at, info);
        });
  }

  static Optional<Fact> coverage(RecordView record) {
    Coverage.State state = COVERAGE_STATES.get(record.i32(RecordLayout.Coverage.STATE));
    if (state == null) {
      return Optional.empty();
    }
    int bits = record.i32(RecordLayout.Coverage.KINDS);
    Set<Coverage.Kind> kinds = EnumSet.noneOf(Coverage.Kind.class);
    COVERAGE_KINDS.forEach(
        (bit, kind) -> {
          if ((bits & bit) != 0) {
            kinds.add(kind);
          }
        });
    Coverage coverage = new Coverage(kinds, state, record.string(RecordLayout.Coverage.REASON));
    return Optional.of((at, feed, ledger) -> feed.coverage(at, coverage));
  }

  static Optional<Fact> appDomainCreated(RecordView record) {
    AppDomainID appDomain =
        new AppDomainID(record.i64(RecordLayout.AppDomainCreated.APP_DOMAIN_ID));
    String name = record.string(RecordLayout.AppDomainCreated.NAME);
    return Optional.of((at, feed, ledger) -> feed.appDomainCreated(at, appDomain, name));
  }

  static Optional<Fact> assemblyLoaded(RecordView record) {
    AssemblyID assembly = new AssemblyID(record.i64(RecordLayout.AssemblyLoaded.ASSEMBLY_ID));
    AppDomainID appDomain = new AppDomainID(record.i64(RecordLayout.AssemblyLoaded.APP_DOMAIN_ID));
    ModuleID module = new ModuleID(record.i64(RecordLayout.AssemblyLoaded.MODULE_ID));
    String name = record.string(RecordLayout.AssemblyLoaded.NAME);
    return Optional.of(
        (at, feed, ledger) -> feed.assemblyLoaded(at, assembly, appDomain, module, name));
  }

  static Optional<Fact> moduleLoaded(RecordView record) {
    ModuleID module = new ModuleID(record.i64(RecordLayout.ModuleLoaded.MODULE_ID));
    LoadedModule loaded =
        new LoadedModule(
            record.string(RecordLayout.ModuleLoaded.PATH),
            Optional.of(record.guid(RecordLayout.ModuleLoaded.MVID))
                .filter(mvid -> !mvid.equals(NO_MVID)),
            new AssemblyID(record.i64(RecordLayout.ModuleLoaded.ASSEMBLY_ID)),
            record.i64(RecordLayout.ModuleLoaded.BASE_ADDRESS),
            record.i32(RecordLayout.ModuleLoaded.FLAGS));
    return Optional.of((at, feed, ledger) -> feed.moduleLoaded(at, module, loaded));
  }

  static Optional<Fact> moduleAttached(RecordView record) {
    ModuleID module = new ModuleID(record.i64(RecordLayout.ModuleAttached.MODULE_ID));
    AssemblyID assembly = new AssemblyID(record.i64(RecordLayout.ModuleAttached.ASSEMBLY_ID));
    return Optional.of((at, feed, ledger) -> feed.moduleAttached(at, module, assembly));
  }

  static Optional<Fact> classSeen(RecordView record) {
    Optional<ClassShape> shape = shape(record);
    int code = record.i32(RecordLayout.ClassSeen.SOURCE);
    ClassID id = record.classID(RecordLayout.ClassSeen.CLASS_ID);
    if (shape.isEmpty() || (code != ANNOUNCED && !CLASS_SOURCES.containsKey(code))) {
      return Optional.empty();
    }
    ClassShape known = shape.get();
    ClassSource source = CLASS_SOURCES.get(code);
    return Optional.of(
        source == null
            ? (at, feed, ledger) -> feed.classLoaded(at, id, known)
            : (at, feed, ledger) -> feed.classSeen(at, id, known, source));
  }

  private static Optional<ClassShape> shape(RecordView record) {
    List<ClassID> arguments = record.classIDs(RecordLayout.ClassSeen.TYPE_ARGUMENTS);
    return switch (record.u8(RecordLayout.ClassSeen.SHAPE)) {
      case 0 ->
          Optional.of(
              new ClassShape.Defined(
                  new ModuleID(record.i64(RecordLayout.ClassSeen.MODULE_ID)),
                  record.token(RecordLayout.ClassSeen.TYPE_DEF),
                  record.classID(RecordLayout.ClassSeen.PARENT_CLASS_ID),
                  arguments));
      case 1 -> array(record, arguments.isEmpty() ? new ClassID(0) : arguments.get(0));
      case 2 -> Optional.of(new ClassShape.Composite());
      default -> Optional.empty();
    };
  }

  private static Optional<ClassShape> array(RecordView record, ClassID element) {
    int elementType = record.u8(RecordLayout.ClassSeen.ELEMENT_TYPE);
    int rank = record.u16(RecordLayout.ClassSeen.RANK);
    return rank > MOST_DIMENSIONS
        ? Optional.empty()
        : Optional.of(new ClassShape.Array(element, elementType, rank));
  }

  static Optional<Fact> functionSeen(RecordView record) {
    FunctionSource source = FUNCTION_SOURCES.get(record.i32(RecordLayout.FunctionSeen.SOURCE));
    if (source == null) {
      return Optional.empty();
    }
    FunctionID id = new FunctionID(record.i64(RecordLayout.FunctionSeen.FUNCTION_ID));
    FunctionShape shape =
        new FunctionShape(
            record.classID(RecordLayout.FunctionSeen.CLASS_ID),
            new ModuleID(record.i64(RecordLayout.FunctionSeen.MODULE_ID)),
            record.token(RecordLayout.FunctionSeen.METHOD_DEF),
            record.classIDs(RecordLayout.FunctionSeen.TYPE_ARGUMENTS),
            record.string(record.behindList(RecordLayout.FunctionSeen.TYPE_ARGUMENTS)));
    return Optional.of((at, feed, ledger) -> feed.functionSeen(at, id, shape, source));
  }

  static Optional<Fact> codeSeen(RecordView record) {
    FunctionID id = new FunctionID(record.i64(RecordLayout.CodeSeen.FUNCTION_ID));
    int rejit = record.i32(RecordLayout.CodeSeen.REJIT);
    int pieces = record.count(RecordLayout.CodeSeen.PIECES, PIECE_LENGTH);
    List<Range> ranges = new ArrayList<>(pieces);
    int at = RecordLayout.CodeSeen.PIECES + Integer.BYTES;
    for (int i = 0; i < pieces; i++, at += PIECE_LENGTH) {
      ranges.add(new Range(record.i64(at), (int) Math.min(record.i64(at + 8), Integer.MAX_VALUE)));
    }
    int entries = record.count(at, IL_ENTRY_LENGTH);
    List<IlMapping> il = new ArrayList<>(entries);
    at += Integer.BYTES;
    for (int i = 0; i < entries; i++, at += IL_ENTRY_LENGTH) {
      il.add(new IlMapping(record.i32(at), record.i32(at + 4), record.i32(at + 8)));
    }
    NativeCode code = new NativeCode(rejit, ranges, il);
    return Optional.of((then, feed, ledger) -> feed.codeSeen(then, id, code));
  }

  static Optional<Fact> unloadStarted(RecordView record) {
    LongFunction<RuntimeID> kind = UNLOADED_KINDS.get(record.i32(RecordLayout.UnloadStarted.KIND));
    if (kind == null) {
      return Optional.empty();
    }
    RuntimeID id = kind.apply(record.i64(RecordLayout.UnloadStarted.ID));
    return Optional.of((at, feed, ledger) -> feed.unloadStarted(at, id));
  }

  static Optional<Fact> threadCreated(RecordView record) {
    ThreadID thread = new ThreadID(record.i64(OfThread.THREAD_ID));
    int osThreadId = record.i32(OfThread.OS_THREAD_ID);
    return Optional.of((at, feed, ledger) -> feed.threadCreated(at, thread, osThreadId));
  }

  static Optional<Fact> threadNamed(RecordView record) {
    ThreadID thread = new ThreadID(record.i64(OfThread.THREAD_ID));
    String name = record.string(OfThread.NAME);
    return Optional.of((at, feed, ledger) -> feed.threadNamed(at, thread, name));
  }

  static Optional<Fact> osThreadNamed(RecordView record) {
    ThreadID thread = new ThreadID(record.i64(OfThread.THREAD_ID));
    String name = record.string(OfThread.NAME);
    return Optional.of((at, feed, ledger) -> feed.osThreadNamed(at, thread, name));
  }

  static Optional<Fact> threadDestroyed(RecordView record) {
    ThreadID thread = new ThreadID(record.i64(OfThread.THREAD_ID));
    return Optional.of((at, feed, ledger) -> feed.threadDestroyed(at, thread));
  }

  static Optional<Fact> traceEnded(RecordView record) {
    TraceEnding.Reason reason = END_REASONS.get(record.i32(RecordLayout.TraceEnded.REASON));
    if (reason == null) {
      return Optional.empty();
    }
    TraceEnding ending =
        new TraceEnding(
            reason,
            Integer.toUnsignedLong(record.i32(RecordLayout.TraceEnded.AGENT_ERRORS)),
            record.i64(RecordLayout.TraceEnded.IDENTITY_RECORDS),
            record.i64(RecordLayout.TraceEnded.IDENTITY_LOST),
            record.i64(RecordLayout.TraceEnded.LOADS_ON_OUR_THREADS));
    return Optional.of(
        (at, feed, ledger) -> {
          ledger.ended(ending);
          feed.ended(at, reason.words());
        });
  }
}
