// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The types of records this reader knows. */
public enum RecordType {
  /** The runtime, and how the recording began. */
  TRACE_BEGAN(1, Lane.IDENTITY, IdentityFacts::traceBegan),
  /** What the trace can vouch for. */
  COVERAGE(2, Lane.IDENTITY, IdentityFacts::coverage),
  /** An application domain. */
  APP_DOMAIN_CREATED(3, Lane.IDENTITY, IdentityFacts::appDomainCreated),
  /** An assembly. */
  ASSEMBLY_LOADED(4, Lane.IDENTITY, IdentityFacts::assemblyLoaded),
  /** A module. */
  MODULE_LOADED(5, Lane.IDENTITY, IdentityFacts::moduleLoaded),
  /** A module's assembly. */
  MODULE_ATTACHED(6, Lane.IDENTITY, IdentityFacts::moduleAttached),
  /** A type. */
  CLASS_SEEN(7, Lane.IDENTITY, IdentityFacts::classSeen),
  /** A method. */
  FUNCTION_SEEN(8, Lane.IDENTITY, IdentityFacts::functionSeen),
  /** The end of an ID's meaning. */
  UNLOAD_STARTED(9, Lane.IDENTITY, IdentityFacts::unloadStarted),
  /** A thread, or its operating system's ID. */
  THREAD_CREATED(10, Lane.IDENTITY, IdentityFacts::threadCreated),
  /** A thread's name. */
  THREAD_NAMED(11, Lane.IDENTITY, IdentityFacts::threadNamed),
  /** A thread's end. */
  THREAD_DESTROYED(12, Lane.IDENTITY, IdentityFacts::threadDestroyed),
  /** The orderly end. */
  TRACE_ENDED(13, Lane.IDENTITY, IdentityFacts::traceEnded),
  /** A piece of the metadata of a module that has no file. */
  MODULE_METADATA(14, Lane.IDENTITY, MetadataFacts::moduleMetadata),
  /** Instances of a type, on the heap. */
  INSTANCE_SEEN(16, Lane.IDENTITY, HeapFacts::instanceSeen),
  /** The end of a heap walk. */
  HEAP_WALKED(17, Lane.IDENTITY, HeapFacts::heapWalked),
  /** Native code of a method. */
  CODE_SEEN(15, Lane.IDENTITY, IdentityFacts::codeSeen),
  /** TypeDefs that a look-up did not find. */
  NOT_PUBLISHED(18, Lane.IDENTITY, CatchUpFacts::notPublished),
  /** A step of catching up with what was there before the agent. */
  CAUGHT_UP(19, Lane.IDENTITY, CatchUpFacts::caughtUp),
  /** The agent was asked to leave and could not. */
  DETACH_REFUSED(20, Lane.IDENTITY, CatchUpFacts::detachRefused),
  /** What the operating system calls a thread. */
  OS_THREAD_NAMED(21, Lane.IDENTITY, IdentityFacts::osThreadNamed),
  /** A thread's stack, as older agents wrote it. */
  STACK_SAMPLE(64, Lane.SAMPLES, SampleFacts::stackSample),
  /** The sampler's totals. */
  SAMPLER_BOOKS(65, Lane.SAMPLES, SampleFacts::samplerBooks),
  /** How the sampler is set, and what it achieves. */
  SAMPLER_STATE(66, Lane.SAMPLES, SampleFacts::samplerState),
  /** A stack that rounds name by its number. */
  STACK_DEFINED(67, Lane.SAMPLES, SampleFacts::stackDefined),
  /** The stacks of a round. */
  ROUND_SAMPLED(68, Lane.SAMPLES, SampleFacts::roundSampled),
  /** The stack of a thread inside a callback. */
  CALLBACK_SAMPLED(69, Lane.SAMPLES, SampleFacts::callbackSampled);

  /** The two sequences of records in one trace; the order is that of their numbers. */
  enum Lane {
    IDENTITY(0),
    SAMPLES(1);

    private final int number;

    Lane(int number) {
      this.number = number;
    }

    /** The number in a record's header. */
    int number() {
      return number;
    }
  }

  /** No code is greater. */
  static final int HIGHEST_CODE = 69;

  /** For each code, the type or none. */
  private static final List<Optional<RecordType>> BY_CODE =
      IntStream.rangeClosed(0, HIGHEST_CODE)
          .mapToObj(code -> Arrays.stream(values()).filter(type -> type.code == code).findFirst())
          .toList();

  private final int code;
  private final Lane lane;

  // Immutable, though the type does not show it: always a reference to a static method.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Function<RecordView, Optional<Fact>> decoder;

  RecordType(int code, Lane lane, Function<RecordView, Optional<Fact>> decoder) {
    this.code = code;
    this.lane = lane;
    this.decoder = decoder;
  }

  /** The number in the trace. */
  public int code() {
    return code;
  }

  Lane lane() {
    return lane;
  }

  /** Takes out of the record what it says; empty when it has a value of a newer writer. */
  Optional<Fact> decode(RecordView record) {
    return decoder.apply(record);
  }

  /** The type with this number, in its lane; empty for one of a newer writer. */
  static Optional<RecordType> of(int code, Lane lane) {
    Optional<RecordType> type = code <= HIGHEST_CODE ? BY_CODE.get(code) : Optional.empty();
    return type.isPresent() && type.get().lane == lane ? type : Optional.empty();
  }
}
