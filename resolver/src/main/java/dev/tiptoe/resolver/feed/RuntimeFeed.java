// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static java.util.Objects.requireNonNull;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.List;

/**
 * Receives facts about a running CLR, one call for each.
 *
 * <p>Sources of facts call these methods: the reader of Tiptoe's trace, or an agent of your own. A
 * listener implements those it needs; the others do nothing. {@link
 * dev.tiptoe.resolver.map.RuntimeIdMap} is the main listener.
 *
 * <p>Times are nanoseconds since any fixed moment, the same for all calls. A fact is valid at its
 * own time, and may come late or twice; the facts of one source, such as a thread, come in their
 * order. Lists that are passed are immutable. An ID of 0 means none or not known.
 *
 * <p>A source may pass a fact by its call, or step by step: {@link #module}, {@link #type}, {@link
 * #method} and others return a report with a step for each part of the description and for each
 * fact, which makes the same calls.
 *
 * <p>Threads: one thread at a time calls a feed.
 */
public interface RuntimeFeed {

  /**
   * Returns a feed that passes each fact to two others, to the first one first. An exception of the
   * first keeps the fact from the second.
   */
  static RuntimeFeed both(RuntimeFeed first, RuntimeFeed second) {
    return new BothFeeds(first, second);
  }

  /** The runtime reported its version, and the recording began. */
  default void runtimeStarted(long at, RuntimeInfo runtime) {}

  /** The guarantees for the facts that follow have changed. */
  default void coverage(long at, Coverage coverage) {}

  /** An application domain exists. */
  default void appDomainCreated(long at, AppDomainID appDomain, String name) {}

  /** An assembly was loaded. The manifest module may be none when it is not known yet. */
  default void assemblyLoaded(
      long at, AssemblyID assembly, AppDomainID appDomain, ModuleID manifestModule, String name) {}

  /**
   * The runtime reported the load context of an assembly: {@code Default}, or another one by its
   * {@code AssemblyLoadContext.ToString}. The profiling API does not report it; the runtime's own
   * events do.
   */
  default void loadContextReported(long at, AssemblyID assembly, String loadContext) {}

  /** A module was loaded. */
  default void moduleLoaded(long at, ModuleID module, LoadedModule loaded) {}

  /**
   * A copy was made of the metadata of a living module without a file: its rows as of then. A later
   * copy of the same module contains all of an earlier one.
   */
  default void moduleMetadata(long at, ModuleID module, Bytes metadata) {}

  /** A module became part of an assembly. */
  default void moduleAttached(long at, ModuleID module, AssemblyID assembly) {}

  /** The runtime announced a type ({@code ClassLoadFinished}). */
  default void classLoaded(long at, ClassID id, ClassShape shape) {}

  /** A type was found in another way than by its announcement. */
  default void classSeen(long at, ClassID id, ClassShape shape, ClassSource source) {}

  /** A method was found. */
  default void functionSeen(long at, FunctionID id, FunctionShape shape, FunctionSource source) {}

  /** The runtime's own name for a method; nothing is concluded from it about the method's life. */
  default void methodNamed(long at, FunctionID id, ReportedName name) {}

  /** The runtime's own name for a TypeDef, without type arguments. */
  default void typeNamed(long at, ModuleID module, Token typeDef, String name) {}

  /** A known method has this native code, just compiled or found later. */
  default void codeSeen(long at, FunctionID id, NativeCode code) {}

  /**
   * A look-up that loads nothing did not find the type in the module: it was not published yet.
   *
   * @param asOf a time before the look-up, and not after {@code at}
   */
  default void notPublished(long at, long asOf, ModuleID module, Token typeDef) {}

  /**
   * An instance of the type exists: it was found on the heap after a collection, or during its
   * allocation.
   */
  default void instanceSeen(long at, ClassID id, InstanceSource source) {}

  /**
   * A walk over the heap after a collection found so many instances of the type, with so many bytes
   * in total. This is {@link #instanceSeen} with a number.
   */
  default void instancesCounted(long at, ClassID id, long objects, long bytes) {
    instanceSeen(at, id, InstanceSource.HEAP);
  }

  /** From this time on the ID is not valid, and neither is any ID that depends on it. */
  default void unloadStarted(long at, RuntimeID id) {}

  /**
   * A thread exists. The operating system's thread ID is 0 when it is not known yet; a second call
   * for a living thread supplies it.
   */
  default void threadCreated(long at, ThreadID thread, int osThreadId) {}

  /** A thread got a name. */
  default void threadNamed(long at, ThreadID thread, String name) {}

  /**
   * A thread that existed before the agent has this name in the operating system. The system may
   * have cut it (Linux: to 15 bytes), and a thread that the program never named has the name of the
   * thread that created it.
   */
  default void osThreadNamed(long at, ThreadID thread, String name) {}

  /** A thread has ended; its ID may be reused. */
  default void threadDestroyed(long at, ThreadID thread) {}

  /**
   * A stack was walked.
   *
   * @param frames leaf first; the FunctionID 0 stands for a run of unmanaged frames
   * @param truncated whether the root end is missing
   */
  default void stackSampled(long at, ThreadID thread, List<FunctionID> frames, boolean truncated) {}

  /**
   * A stack was walked, with the positions of its frames. By default this calls {@link
   * #stackSampled(long, ThreadID, List, boolean)}, without the positions.
   */
  default void stackSampled(long at, SampledStack sample) {
    CallStack stack = sample.stack();
    stackSampled(at, sample.thread(), stack.functions(), stack.truncated());
  }

  /** A method was executing, as is known without a stack of it: this is no sample. */
  default void functionExecuting(long at, FunctionID id) {}

  /** An image with native code is mapped. */
  default void imageMapped(long at, MappedImage image) {}

  /**
   * A library of the operating system is not mapped any more.
   *
   * @param base its {@link MappedImage#base}
   * @param start its {@link MappedImage#start}
   */
  default void imageUnmapped(long at, long base, long start) {}

  /**
   * A thread of the operating system, managed or not, has this name, which the system may have cut.
   * A second call with the same ID is about another thread, or another name; an empty name means
   * that the thread has ended.
   */
  default void osThreadSeen(long at, int osThreadId, String name) {}

  /**
   * The kernel has this function while the recording lasts. Samples in it may come before this
   * call.
   */
  default void kernelFunctionSeen(long at, KernelFunction function) {}

  /** A running thread was sampled, without a call of the runtime for the methods on its stack. */
  default void addressSampled(long at, AddressSample sample) {}

  /**
   * The stack of a thread inside a callback of the runtime: it shows which code loaded the type,
   * had the method compiled, or loaded the module. It is not a sample of the thread's work.
   *
   * @param subject the subject of the callback
   */
  default void announcedFrom(long at, RuntimeID subject, ThreadID thread, CallStack stack) {}

  /** The recording came to an orderly end, for this {@code reason}. */
  default void ended(long at, String reason) {}

  // ---- the same facts, step by step

  /** Returns a report of facts about an assembly to this feed. */
  default AssemblyReport assembly(AssemblyID id) {
    return AssemblyReport.of(this, requireNonNull(id, "id"));
  }

  /** Returns a report of facts about a module to this feed. */
  default ModuleReport module(ModuleID id) {
    return ModuleReport.of(this, requireNonNull(id, "id"));
  }

  /** Returns a report of facts about a type to this feed. */
  default TypeReport type(ClassID id) {
    return TypeReport.of(this, requireNonNull(id, "id"));
  }

  /** Returns a report of facts about a method to this feed. */
  default MethodReport method(FunctionID id) {
    return MethodReport.of(this, requireNonNull(id, "id"));
  }

  /** Returns a report of facts about a thread to this feed. */
  default ThreadReport thread(ThreadID id) {
    return ThreadReport.of(this, requireNonNull(id, "id"));
  }
}
