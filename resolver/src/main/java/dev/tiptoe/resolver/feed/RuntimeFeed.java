// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

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
 * <p>Whoever has facts calls these methods: the reader of Tiptoe's trace, or an agent of one's own.
 * Whoever wants facts implements the ones it needs; the others do nothing. {@link
 * dev.tiptoe.resolver.map.RuntimeIdMap} is the main listener.
 *
 * <p>Times are nanoseconds since any fixed moment, the same for all calls. A fact is valid at its
 * own time, and may be told late or twice; facts of one source, such as a thread, come in their
 * order. Lists handed over are immutable. An ID of 0 stands for none or not known.
 *
 * <p>Threads: one feed is called by one thread at a time.
 */
public interface RuntimeFeed {

  /** The runtime told what it is, and how the recording began. */
  default void runtimeStarted(long at, RuntimeInfo runtime) {}

  /** What the facts that follow can vouch for has changed. */
  default void coverage(long at, Coverage coverage) {}

  /** An application domain exists. */
  default void appDomainCreated(long at, AppDomainID appDomain, String name) {}

  /** An assembly was loaded. The manifest module may be none when it is not known yet. */
  default void assemblyLoaded(
      long at, AssemblyID assembly, AppDomainID appDomain, ModuleID manifestModule, String name) {}

  /**
   * The runtime told into which load context an assembly was loaded: {@code Default}, or another
   * one as {@code AssemblyLoadContext.ToString} names it. The profiling API does not tell this, the
   * runtime's own events do.
   */
  default void loadContextReported(long at, AssemblyID assembly, String loadContext) {}

  /** A module was loaded. */
  default void moduleLoaded(long at, ModuleID module, LoadedModule loaded) {}

  /**
   * A copy of the metadata of a living module that has no file: its rows as they were then. A later
   * copy of the same module has all of an earlier one, and more.
   */
  default void moduleMetadata(long at, ModuleID module, Bytes metadata) {}

  /** A module became part of an assembly. */
  default void moduleAttached(long at, ModuleID module, AssemblyID assembly) {}

  /** The runtime announced a type ({@code ClassLoadFinished}). */
  default void classLoaded(long at, ClassID id, ClassShape shape) {}

  /** A type was met in another way than by its announcement. */
  default void classSeen(long at, ClassID id, ClassShape shape, ClassSource source) {}

  /** A method was met. */
  default void functionSeen(long at, FunctionID id, FunctionShape shape, FunctionSource source) {}

  /** A method that was met was compiled to this, or was found to be. */
  default void codeSeen(long at, FunctionID id, NativeCode code) {}

  /**
   * A look-up that loads nothing found no such type in the module: it was not published yet.
   *
   * @param asOf a time before the look-up, and not after {@code at}, when it is told
   */
  default void notPublished(long at, long asOf, ModuleID module, Token typeDef) {}

  /**
   * An instance of the type exists: it was met on the heap after a collection, or while it was
   * allocated.
   */
  default void instanceSeen(long at, ClassID id, InstanceSource source) {}

  /**
   * A walk over the heap after a collection met so many instances of the type, of so many bytes in
   * all: {@link #instanceSeen} with a number.
   */
  default void instancesCounted(long at, ClassID id, long objects, long bytes) {
    instanceSeen(at, id, InstanceSource.HEAP);
  }

  /** From this time on the ID means nothing, and neither does any ID that depends on it. */
  default void unloadStarted(long at, RuntimeID id) {}

  /**
   * A thread exists. The operating system's thread ID is 0 when it is not known yet; a second call
   * for a living thread tells it.
   */
  default void threadCreated(long at, ThreadID thread, int osThreadId) {}

  /** A thread was given a name. */
  default void threadNamed(long at, ThreadID thread, String name) {}

  /**
   * What the operating system calls a thread that was there before whoever watches. It may have cut
   * the name (Linux: to 15 bytes), and a thread that the program gave none has the name of the
   * thread that made it.
   */
  default void osThreadNamed(long at, ThreadID thread, String name) {}

  /** A thread is gone; its ID may be reused. */
  default void threadDestroyed(long at, ThreadID thread) {}

  /**
   * A stack was walked.
   *
   * @param frames leaf first; the FunctionID 0 stands for a run of unmanaged frames
   * @param truncated whether the root end is missing
   */
  default void stackSampled(long at, ThreadID thread, List<FunctionID> frames, boolean truncated) {}

  /**
   * A stack was walked, and it is known where its frames stood. Who does not ask for that is told
   * what {@linkplain #stackSampled(long, ThreadID, List, boolean) was on it}.
   */
  default void stackSampled(long at, SampledStack sample) {
    CallStack stack = sample.stack();
    stackSampled(at, sample.thread(), stack.functions(), stack.truncated());
  }

  /**
   * The stack of the thread on which the runtime told something, taken while it did: who loaded the
   * type, had the method compiled, or loaded the module. This is no sample of what threads do.
   *
   * @param told what it was about
   */
  default void announcedFrom(long at, RuntimeID told, ThreadID thread, CallStack stack) {}

  /** The recording came to an orderly end; {@code reason} says which. */
  default void ended(long at, String reason) {}
}
