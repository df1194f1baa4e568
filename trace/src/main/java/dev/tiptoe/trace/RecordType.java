// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The types of records that this reader knows. */
public enum RecordType {
  /** The runtime, and how the recording began. */
  TRACE_BEGAN(RecordLayout.TraceBegan.RECORD_TYPE, IdentityFacts::traceBegan),
  /** What the trace guarantees. */
  COVERAGE(RecordLayout.Coverage.RECORD_TYPE, IdentityFacts::coverage),
  /** An application domain. */
  APP_DOMAIN_CREATED(RecordLayout.AppDomainCreated.RECORD_TYPE, IdentityFacts::appDomainCreated),
  /** An assembly. */
  ASSEMBLY_LOADED(RecordLayout.AssemblyLoaded.RECORD_TYPE, IdentityFacts::assemblyLoaded),
  /** A module. */
  MODULE_LOADED(RecordLayout.ModuleLoaded.RECORD_TYPE, IdentityFacts::moduleLoaded),
  /** A module's assembly. */
  MODULE_ATTACHED(RecordLayout.ModuleAttached.RECORD_TYPE, IdentityFacts::moduleAttached),
  /** A type. */
  CLASS_SEEN(RecordLayout.ClassSeen.RECORD_TYPE, IdentityFacts::classSeen),
  /** A method. */
  FUNCTION_SEEN(RecordLayout.FunctionSeen.RECORD_TYPE, IdentityFacts::functionSeen),
  /** The end of an ID's meaning. */
  UNLOAD_STARTED(RecordLayout.UnloadStarted.RECORD_TYPE, IdentityFacts::unloadStarted),
  /** A thread, or its operating system's ID. */
  THREAD_CREATED(RecordLayout.ThreadCreated.RECORD_TYPE, IdentityFacts::threadCreated),
  /** A thread's name. */
  THREAD_NAMED(RecordLayout.ThreadNamed.RECORD_TYPE, IdentityFacts::threadNamed),
  /** A thread's end. */
  THREAD_DESTROYED(RecordLayout.ThreadDestroyed.RECORD_TYPE, IdentityFacts::threadDestroyed),
  /** The orderly end. */
  TRACE_ENDED(RecordLayout.TraceEnded.RECORD_TYPE, IdentityFacts::traceEnded),
  /** A piece of the metadata of a module that has no file. */
  MODULE_METADATA(RecordLayout.ModuleMetadata.RECORD_TYPE, MetadataFacts::moduleMetadata),
  /** Instances of a type, on the heap. */
  INSTANCE_SEEN(RecordLayout.InstanceSeen.RECORD_TYPE, HeapFacts::instanceSeen),
  /** The end of a heap walk. */
  HEAP_WALKED(RecordLayout.HeapWalked.RECORD_TYPE, HeapFacts::heapWalked),
  /** Native code of a method. */
  CODE_SEEN(RecordLayout.CodeSeen.RECORD_TYPE, IdentityFacts::codeSeen),
  /** TypeDefs that a look-up did not find. */
  NOT_PUBLISHED(RecordLayout.NotPublished.RECORD_TYPE, CatchUpFacts::notPublished),
  /** A step of the catch-up with what existed before the agent. */
  CAUGHT_UP(RecordLayout.CaughtUp.RECORD_TYPE, CatchUpFacts::caughtUp),
  /** The agent got a request to detach and could not. */
  DETACH_REFUSED(RecordLayout.DetachRefused.RECORD_TYPE, CatchUpFacts::detachRefused),
  /** The operating system's name of a thread. */
  OS_THREAD_NAMED(RecordLayout.OsThreadNamed.RECORD_TYPE, IdentityFacts::osThreadNamed),
  /** An image with native code. */
  IMAGE_MAPPED(RecordLayout.ImageMapped.RECORD_TYPE, AddressFacts::imageMapped),
  /** The end of a library. */
  IMAGE_UNMAPPED(RecordLayout.ImageUnmapped.RECORD_TYPE, AddressFacts::imageUnmapped),
  /** A thread that samples refer to. */
  OS_THREAD_SEEN(RecordLayout.OsThreadSeen.RECORD_TYPE, AddressFacts::osThreadSeen),
  /** A function of the kernel that samples are in. */
  KERNEL_FUNCTION_SEEN(
      RecordLayout.KernelFunctionSeen.RECORD_TYPE, AddressFacts::kernelFunctionSeen),
  /** A dynamic method that was compiled before the agent came. */
  DYNAMIC_METHOD_SEEN(RecordLayout.DynamicMethodSeen.RECORD_TYPE, IdentityFacts::dynamicMethodSeen),
  /** The time of the next identity record's fact. */
  FACT_TIME(RecordLayout.FactTime.RECORD_TYPE, ReportedFacts::factTime),
  /** The load context of an assembly. */
  LOAD_CONTEXT_REPORTED(
      RecordLayout.LoadContextReported.RECORD_TYPE, ReportedFacts::loadContextReported),
  /** The runtime's own name for a method. */
  METHOD_NAMED(RecordLayout.MethodNamed.RECORD_TYPE, ReportedFacts::methodNamed),
  /** The runtime's own name for a TypeDef. */
  TYPE_NAMED(RecordLayout.TypeNamed.RECORD_TYPE, ReportedFacts::typeNamed),
  /** An instance of a type. */
  INSTANCE_FOUND(RecordLayout.InstanceFound.RECORD_TYPE, ReportedFacts::instanceFound),
  /** A method that was executing. */
  FUNCTION_EXECUTING(RecordLayout.FunctionExecuting.RECORD_TYPE, ReportedFacts::functionExecuting),
  /** A thread's stack, as older agents wrote it. */
  STACK_SAMPLE(RecordLayout.StackSample.RECORD_TYPE, SampleFacts::stackSample),
  /** The sampler's totals. */
  SAMPLER_TOTALS(RecordLayout.SamplerTotals.RECORD_TYPE, SampleFacts::samplerTotals),
  /** The sampler's settings and results. */
  SAMPLER_STATE(RecordLayout.SamplerState.RECORD_TYPE, SampleFacts::samplerState),
  /** A stack, to which rounds refer by its number. */
  STACK_DEFINED(RecordLayout.StackDefined.RECORD_TYPE, SampleFacts::stackDefined),
  /** The stacks of a round. */
  ROUND_SAMPLED(RecordLayout.RoundSampled.RECORD_TYPE, SampleFacts::roundSampled),
  /** The stack of a thread inside a callback. */
  CALLBACK_SAMPLED(RecordLayout.CallbackSampled.RECORD_TYPE, SampleFacts::callbackSampled),
  /** The callers of an address, to which samples refer by their number. */
  CALLERS_DEFINED(RecordLayout.CallersDefined.RECORD_TYPE, AddressFacts::callersDefined),
  /** Samples of running threads. */
  ADDRESSES_SAMPLED(RecordLayout.AddressesSampled.RECORD_TYPE, AddressFacts::addressesSampled),
  /** The totals of an engine. */
  ENGINE_STATE(RecordLayout.EngineState.RECORD_TYPE, AddressFacts::engineState),
  /** How much of the processor time an engine's samples stand for. */
  SAMPLED_TIME(RecordLayout.SampledTime.RECORD_TYPE, AddressFacts::sampledTime);

  /** The two sequences of records in one trace, in the order of their numbers. */
  enum Lane {
    IDENTITY(RecordValues.Lane.IDENTITY),
    SAMPLES(RecordValues.Lane.SAMPLES);

    private final int number;

    Lane(int number) {
      this.number = number;
    }

    /** Returns the number in a record's header. */
    int number() {
      return number;
    }

    private static Lane of(int number) {
      return Arrays.stream(values())
          .filter(lane -> lane.number == number)
          .findFirst()
          .orElseThrow();
    }
  }

  /** The highest code. */
  static final int HIGHEST_CODE = RecordLayout.HIGHEST_TYPE;

  /** The type for each code, or none. */
  private static final List<Optional<RecordType>> BY_CODE =
      IntStream.rangeClosed(0, HIGHEST_CODE)
          .mapToObj(code -> Arrays.stream(values()).filter(type -> type.code == code).findFirst())
          .toList();

  private final int code;
  private final Lane lane;

  // Immutable, though its type does not show it: always a reference to a static method.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Function<RecordView, Optional<DecodedRecord>> decoder;

  RecordType(int code, Function<RecordView, Optional<DecodedRecord>> decoder) {
    this.code = code;
    this.lane = Lane.of(RecordLayout.laneOf(code));
    this.decoder = decoder;
  }

  /** Returns the number in the trace. */
  public int code() {
    return code;
  }

  Lane lane() {
    return lane;
  }

  /** Decodes a record; empty when it has a value of a newer writer. */
  Optional<DecodedRecord> decode(RecordView record) {
    return decoder.apply(record);
  }

  /** Returns the type with this number, in its lane; empty for one of a newer writer. */
  static Optional<RecordType> of(int code, Lane lane) {
    Optional<RecordType> type = code <= HIGHEST_CODE ? BY_CODE.get(code) : Optional.empty();
    return type.isPresent() && type.get().lane == lane ? type : Optional.empty();
  }
}
