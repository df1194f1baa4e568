// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.metadata.Token;
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
import dev.tiptoe.trace.RecordLayout.CodePiece;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongFunction;

/**
 * Decodes the records of the identity lane, one method for each type. Each decodes everything
 * before it returns, so that a bad record has no effect.
 */
final class IdentityFacts {

  static final UUID NO_MVID = new UUID(0, 0);

  static final ValueNumbers<ClassSource> CLASS_SOURCES =
      ValueNumbers.of(
          Map.of(
              RecordValues.ClassSource.FUNCTION_OWNER, ClassSource.FUNCTION_OWNER,
              RecordValues.ClassSource.TYPE_ARGUMENT, ClassSource.TYPE_ARGUMENT,
              RecordValues.ClassSource.PARENT, ClassSource.PARENT,
              RecordValues.ClassSource.PROBED_CLASS, ClassSource.PROBED,
              RecordValues.ClassSource.ON_HEAP, ClassSource.HEAP,
              RecordValues.ClassSource.DESCRIBED, ClassSource.DESCRIBED));
  static final ValueNumbers<FunctionSource> FUNCTION_SOURCES =
      ValueNumbers.of(
          Map.of(
              RecordValues.FunctionSource.ON_STACK, FunctionSource.STACK,
              RecordValues.FunctionSource.JITTED, FunctionSource.JITTED,
              RecordValues.FunctionSource.LISTED, FunctionSource.JITTED,
              RecordValues.FunctionSource.PROBED, FunctionSource.PROBED));
  static final ValueNumbers<Coverage.Kind> COVERAGE_KINDS =
      ValueNumbers.of(
          Map.of(
              RecordValues.Kinds.MODULES, Coverage.Kind.MODULES,
              RecordValues.Kinds.CLASSES, Coverage.Kind.CLASSES,
              RecordValues.Kinds.JITTED_FUNCTIONS, Coverage.Kind.JITTED_FUNCTIONS,
              RecordValues.Kinds.THREADS, Coverage.Kind.THREADS,
              RecordValues.Kinds.UNLOADS, Coverage.Kind.UNLOADS,
              RecordValues.Kinds.FUNCTION_UNLOADS, Coverage.Kind.FUNCTION_UNLOADS));

  static final ValueNumbers<Coverage.State> COVERAGE_STATES =
      ValueNumbers.of(
          Map.of(
              RecordValues.CoverageState.COMPLETE, Coverage.State.COMPLETE,
              RecordValues.CoverageState.FROM_HERE, Coverage.State.FROM_HERE,
              RecordValues.CoverageState.ENDED, Coverage.State.ENDED));
  static final ValueNumbers<RuntimeInfo.Start> STARTS =
      ValueNumbers.of(
          Map.of(
              RecordValues.StartMode.STARTUP, RuntimeInfo.Start.STARTUP,
              RecordValues.StartMode.ATTACH, RuntimeInfo.Start.ATTACH));
  static final ValueNumbers<RuntimeInfo.Kind> RUNTIMES =
      ValueNumbers.of(
          Map.of(
              RecordValues.RuntimeKind.DESKTOP_CLR, RuntimeInfo.Kind.DESKTOP_CLR,
              RecordValues.RuntimeKind.CORE_CLR, RuntimeInfo.Kind.CORE_CLR));
  static final ValueNumbers<TraceEnding.Reason> END_REASONS =
      ValueNumbers.of(
          Map.of(
              RecordValues.EndReason.RUNTIME_SHUT_DOWN, TraceEnding.Reason.RUNTIME_SHUT_DOWN,
              RecordValues.EndReason.DETACHED, TraceEnding.Reason.DETACHED,
              RecordValues.EndReason.CLOSED, TraceEnding.Reason.CLOSED));
  private static final Map<Integer, LongFunction<RuntimeID>> UNLOADED_KINDS =
      Map.of(
          RecordValues.UnloadKind.APP_DOMAIN, AppDomainID::new,
          RecordValues.UnloadKind.ASSEMBLY, AssemblyID::new,
          RecordValues.UnloadKind.MODULE, ModuleID::new,
          RecordValues.UnloadKind.CLASS, ClassID::new,
          RecordValues.UnloadKind.DYNAMIC_FUNCTION, FunctionID::new);

  /** What dynamic methods have for a MethodDef. */
  static final Token NO_METHOD_DEF = new Token(0x06000000);

  private IdentityFacts() {}

  static Optional<DecodedRecord> traceBegan(RecordView record) {
    RuntimeInfo.Kind kind = RUNTIMES.value(record.u16(RecordLayout.TraceBegan.RUNTIME_KIND));
    RuntimeInfo.Start start = STARTS.value(record.i32(RecordLayout.TraceBegan.START_MODE));
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
        (at, feed, counters) -> {
          counters.recordedBy(recorder);
          feed.runtimeStarted(at, info);
        });
  }

  static Optional<DecodedRecord> coverage(RecordView record) {
    Coverage.State state = COVERAGE_STATES.value(record.i32(RecordLayout.Coverage.STATE));
    if (state == null) {
      return Optional.empty();
    }
    int bits = record.i32(RecordLayout.Coverage.KINDS);
    Set<Coverage.Kind> kinds = EnumSet.noneOf(Coverage.Kind.class);
    COVERAGE_KINDS
        .all()
        .forEach(
            (bit, kind) -> {
              if ((bits & bit) != 0) {
                kinds.add(kind);
              }
            });
    Coverage coverage = new Coverage(kinds, state, record.string(RecordLayout.Coverage.REASON));
    return Optional.of((at, feed, counters) -> feed.coverage(at, coverage));
  }

  static Optional<DecodedRecord> appDomainCreated(RecordView record) {
    AppDomainID appDomain =
        new AppDomainID(record.i64(RecordLayout.AppDomainCreated.APP_DOMAIN_ID));
    String name = record.string(RecordLayout.AppDomainCreated.NAME);
    return Optional.of((at, feed, counters) -> feed.appDomainCreated(at, appDomain, name));
  }

  static Optional<DecodedRecord> assemblyLoaded(RecordView record) {
    AssemblyID assembly = new AssemblyID(record.i64(RecordLayout.AssemblyLoaded.ASSEMBLY_ID));
    AppDomainID appDomain = new AppDomainID(record.i64(RecordLayout.AssemblyLoaded.APP_DOMAIN_ID));
    ModuleID module = new ModuleID(record.i64(RecordLayout.AssemblyLoaded.MODULE_ID));
    String name = record.string(RecordLayout.AssemblyLoaded.NAME);
    return Optional.of(
        (at, feed, counters) -> feed.assemblyLoaded(at, assembly, appDomain, module, name));
  }

  static Optional<DecodedRecord> moduleLoaded(RecordView record) {
    ModuleID module = new ModuleID(record.i64(RecordLayout.ModuleLoaded.MODULE_ID));
    String path = record.string(RecordLayout.ModuleLoaded.PATH);
    LoadedModule loaded =
        new LoadedModule(
            path,
            Optional.of(record.guid(RecordLayout.ModuleLoaded.MVID))
                .filter(mvid -> !mvid.equals(NO_MVID)),
            new AssemblyID(record.i64(RecordLayout.ModuleLoaded.ASSEMBLY_ID)),
            record.i64(RecordLayout.ModuleLoaded.BASE_ADDRESS),
            record.i32(RecordLayout.ModuleLoaded.FLAGS),
            record.laterGuid(record.behindString(RecordLayout.ModuleLoaded.PATH)));
    return Optional.of((at, feed, counters) -> feed.moduleLoaded(at, module, loaded));
  }

  static Optional<DecodedRecord> moduleAttached(RecordView record) {
    ModuleID module = new ModuleID(record.i64(RecordLayout.ModuleAttached.MODULE_ID));
    AssemblyID assembly = new AssemblyID(record.i64(RecordLayout.ModuleAttached.ASSEMBLY_ID));
    return Optional.of((at, feed, counters) -> feed.moduleAttached(at, module, assembly));
  }

  static Optional<DecodedRecord> classSeen(RecordView record) {
    Optional<ClassShape> shape = shape(record);
    int code = record.i32(RecordLayout.ClassSeen.SOURCE);
    ClassID id = record.classID(RecordLayout.ClassSeen.CLASS_ID);
    ClassSource source = CLASS_SOURCES.value(code);
    if (shape.isEmpty() || (code != RecordValues.ClassSource.ANNOUNCED && source == null)) {
      return Optional.empty();
    }
    ClassShape known = shape.get();
    return Optional.of(
        source == null
            ? (at, feed, counters) -> feed.classLoaded(at, id, known)
            : (at, feed, counters) -> feed.classSeen(at, id, known, source));
  }

  private static Optional<ClassShape> shape(RecordView record) {
    List<ClassID> arguments = record.classIDs(RecordLayout.ClassSeen.TYPE_ARGUMENTS);
    return switch (record.u8(RecordLayout.ClassSeen.SHAPE)) {
      case RecordValues.ClassShape.DEFINED ->
          Optional.of(
              new ClassShape.Defined(
                  new ModuleID(record.i64(RecordLayout.ClassSeen.MODULE_ID)),
                  record.token(RecordLayout.ClassSeen.TYPE_DEF),
                  record.classID(RecordLayout.ClassSeen.PARENT_CLASS_ID),
                  arguments));
      case RecordValues.ClassShape.ARRAY ->
          array(record, arguments.isEmpty() ? new ClassID(0) : arguments.get(0));
      case RecordValues.ClassShape.COMPOSITE -> Optional.of(new ClassShape.Composite());
      default -> Optional.empty();
    };
  }

  private static Optional<ClassShape> array(RecordView record, ClassID element) {
    int elementType = record.u8(RecordLayout.ClassSeen.ELEMENT_TYPE);
    int rank = record.u16(RecordLayout.ClassSeen.RANK);
    return rank > RecordLayout.HIGHEST_RANK
        ? Optional.empty()
        : Optional.of(new ClassShape.Array(element, elementType, rank));
  }

  static Optional<DecodedRecord> functionSeen(RecordView record) {
    FunctionSource source = FUNCTION_SOURCES.value(record.i32(RecordLayout.FunctionSeen.SOURCE));
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
    return Optional.of((at, feed, counters) -> feed.functionSeen(at, id, shape, source));
  }

  static Optional<DecodedRecord> codeSeen(RecordView record) {
    FunctionID id = new FunctionID(record.i64(RecordLayout.CodeSeen.FUNCTION_ID));
    int rejit = record.i32(RecordLayout.CodeSeen.REJIT);
    List<Range> ranges = ranges(record, RecordLayout.CodeSeen.PIECES);
    int at = behind(ranges, RecordLayout.CodeSeen.PIECES);
    int entries = record.count(at, RecordLayout.IlMapping.LENGTH);
    List<IlMapping> il = new ArrayList<>(entries);
    at += Integer.BYTES;
    for (int i = 0; i < entries; i++, at += RecordLayout.IlMapping.LENGTH) {
      il.add(
          new IlMapping(
              record.i32(at + RecordLayout.IlMapping.IL_OFFSET),
              record.i32(at + RecordLayout.IlMapping.START),
              record.i32(at + RecordLayout.IlMapping.END)));
    }
    NativeCode code = new NativeCode(rejit, ranges, il);
    return Optional.of((then, feed, counters) -> feed.codeSeen(then, id, code));
  }

  private static List<Range> ranges(RecordView record, int list) {
    int pieces = record.count(list, CodePiece.LENGTH);
    List<Range> ranges = new ArrayList<>(pieces);
    for (int i = 0, at = list + Integer.BYTES; i < pieces; i++, at += CodePiece.LENGTH) {
      long size = record.i64(at + CodePiece.SIZE);
      ranges.add(
          new Range(record.i64(at + CodePiece.ADDRESS), (int) Math.min(size, Integer.MAX_VALUE)));
    }
    return ranges;
  }

  private static int behind(List<Range> ranges, int list) {
    return list + Integer.BYTES + ranges.size() * CodePiece.LENGTH;
  }

  /** The method and its code were there before the record: both facts come late. */
  static Optional<DecodedRecord> dynamicMethodSeen(RecordView record) {
    FunctionID id = new FunctionID(record.i64(RecordLayout.DynamicMethodSeen.FUNCTION_ID));
    long since = record.i64(RecordLayout.DynamicMethodSeen.SINCE);
    List<Range> ranges = ranges(record, RecordLayout.DynamicMethodSeen.PIECES);
    FunctionShape shape =
        new FunctionShape(
            new ClassID(0),
            new ModuleID(record.i64(RecordLayout.DynamicMethodSeen.MODULE_ID)),
            NO_METHOD_DEF,
            List.of(),
            record.string(behind(ranges, RecordLayout.DynamicMethodSeen.PIECES)));
    NativeCode code = new NativeCode(0, ranges, List.of());
    return Optional.of(
        (at, feed, counters) -> {
          long from = Math.min(Math.max(since, 0), at);
          feed.functionSeen(from, id, shape, FunctionSource.JITTED);
          feed.codeSeen(from, id, code);
        });
  }

  static Optional<DecodedRecord> unloadStarted(RecordView record) {
    LongFunction<RuntimeID> kind = UNLOADED_KINDS.get(record.i32(RecordLayout.UnloadStarted.KIND));
    if (kind == null) {
      return Optional.empty();
    }
    RuntimeID id = kind.apply(record.i64(RecordLayout.UnloadStarted.ID));
    return Optional.of((at, feed, counters) -> feed.unloadStarted(at, id));
  }

  static Optional<DecodedRecord> threadCreated(RecordView record) {
    ThreadID thread = new ThreadID(record.i64(RecordLayout.ThreadCreated.THREAD_ID));
    int osThreadId = record.i32(RecordLayout.ThreadCreated.OS_THREAD_ID);
    return Optional.of((at, feed, counters) -> feed.threadCreated(at, thread, osThreadId));
  }

  static Optional<DecodedRecord> threadNamed(RecordView record) {
    ThreadID thread = new ThreadID(record.i64(RecordLayout.ThreadNamed.THREAD_ID));
    String name = record.string(RecordLayout.ThreadNamed.NAME);
    return Optional.of((at, feed, counters) -> feed.threadNamed(at, thread, name));
  }

  static Optional<DecodedRecord> osThreadNamed(RecordView record) {
    ThreadID thread = new ThreadID(record.i64(RecordLayout.OsThreadNamed.THREAD_ID));
    String name = record.string(RecordLayout.OsThreadNamed.NAME);
    return Optional.of((at, feed, counters) -> feed.osThreadNamed(at, thread, name));
  }

  static Optional<DecodedRecord> threadDestroyed(RecordView record) {
    ThreadID thread = new ThreadID(record.i64(RecordLayout.ThreadDestroyed.THREAD_ID));
    return Optional.of((at, feed, counters) -> feed.threadDestroyed(at, thread));
  }

  static Optional<DecodedRecord> traceEnded(RecordView record) {
    TraceEnding.Reason reason = END_REASONS.value(record.i32(RecordLayout.TraceEnded.REASON));
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
    String text = record.laterString(RecordLayout.TraceEnded.TEXT);
    String words = text.isEmpty() ? reason.inWords() : text;
    return Optional.of(
        (at, feed, counters) -> {
          counters.ended(ending);
          feed.ended(at, words);
        });
  }
}
