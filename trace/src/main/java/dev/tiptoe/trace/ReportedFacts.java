// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.Map;
import java.util.Optional;

/**
 * Decodes the identity records that no agent writes, but a {@link TraceWriter}: one method for each
 * type.
 */
final class ReportedFacts {

  static final ValueNumbers<InstanceSource> INSTANCE_SOURCES =
      ValueNumbers.of(
          Map.of(
              RecordValues.InstanceSource.FOUND_ON_HEAP, InstanceSource.HEAP,
              RecordValues.InstanceSource.FOUND_ALLOCATED, InstanceSource.ALLOCATION));

  private ReportedFacts() {}

  static Optional<DecodedRecord> factTime(RecordView record) {
    long at = record.i64(RecordLayout.FactTime.AT);
    if (at < 0) {
      throw record.inconsistency("a time before the beginning");
    }
    return Optional.of(new Time(at));
  }

  /** Says when the next identity record's fact was. */
  private record Time(long time) implements DecodedRecord {
    @Override
    public void passTo(long at, RuntimeFeed feed, TraceCounters counters) {
      counters.nextFactAt(time);
    }
  }

  static Optional<DecodedRecord> loadContextReported(RecordView record) {
    AssemblyID assembly = new AssemblyID(record.i64(RecordLayout.LoadContextReported.ASSEMBLY_ID));
    String context = record.string(RecordLayout.LoadContextReported.LOAD_CONTEXT);
    return Optional.of((at, feed, counters) -> feed.loadContextReported(at, assembly, context));
  }

  static Optional<DecodedRecord> methodNamed(RecordView record) {
    FunctionID id = new FunctionID(record.i64(RecordLayout.MethodNamed.FUNCTION_ID));
    int name = record.behindString(RecordLayout.MethodNamed.DECLARING_TYPE);
    ReportedName reported =
        new ReportedName(
            record.string(RecordLayout.MethodNamed.DECLARING_TYPE),
            record.string(name),
            record.string(record.behindString(name)));
    return Optional.of((at, feed, counters) -> feed.methodNamed(at, id, reported));
  }

  static Optional<DecodedRecord> typeNamed(RecordView record) {
    ModuleID module = new ModuleID(record.i64(RecordLayout.TypeNamed.MODULE_ID));
    Token typeDef = record.token(RecordLayout.TypeNamed.TYPE_DEF);
    String name = record.string(RecordLayout.TypeNamed.NAME);
    return Optional.of((at, feed, counters) -> feed.typeNamed(at, module, typeDef, name));
  }

  static Optional<DecodedRecord> instanceFound(RecordView record) {
    ClassID id = record.classID(RecordLayout.InstanceFound.CLASS_ID);
    InstanceSource source = INSTANCE_SOURCES.value(record.i32(RecordLayout.InstanceFound.SOURCE));
    return source == null
        ? Optional.empty()
        : Optional.of((at, feed, counters) -> feed.instanceSeen(at, id, source));
  }

  static Optional<DecodedRecord> functionExecuting(RecordView record) {
    FunctionID id = new FunctionID(record.i64(RecordLayout.FunctionExecuting.FUNCTION_ID));
    return Optional.of((at, feed, counters) -> feed.functionExecuting(at, id));
  }
}
