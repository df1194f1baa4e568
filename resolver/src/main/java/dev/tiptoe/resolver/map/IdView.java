// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.KernelFunction;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * Answers questions from a map as of one time, or as of now: the meanings of IDs, and the IDs of
 * tokens.
 *
 * <p>Any thread, without waiting. Keeps the map alive, and nothing else. Streams are lazy and read
 * the map while they run.
 *
 * <p>Where the map has {@linkplain RuntimeIdMap#forgetBefore dropped} the facts of this view's
 * time, answers are from what was kept, and say so where that has none.
 */
public interface IdView {

  /** The time this view is of: for a view of now, that of the newest fact. */
  long time();

  /** A view of {@link #time}, which stays there while facts arrive. */
  IdView pinned();

  /** Returns the runtime that the facts are about, once the feed has reported it. */
  Optional<RuntimeInfo> runtime();

  /**
   * Returns whether every fact of a kind, from the runtime's start up to this view's time, is
   * known.
   */
  boolean isComplete(Coverage.Kind kind);

  // ---- from IDs

  /** What a ClassID means. */
  Meaning<ClassFact> meaningOf(ClassID id);

  /** What a FunctionID means. */
  Meaning<FunctionFact> meaningOf(FunctionID id);

  /** What a ModuleID means. */
  Meaning<ModuleFact> meaningOf(ModuleID id);

  /** What an AssemblyID means. */
  Meaning<AssemblyFact> meaningOf(AssemblyID id);

  /** What an AppDomainID means. */
  Meaning<AppDomainFact> meaningOf(AppDomainID id);

  /** What a ThreadID means. */
  Meaning<ThreadFact> meaningOf(ThreadID id);

  /**
   * The TypeDef token of a ClassID: the short way; nil where it means nothing, or an array or
   * composite.
   */
  Token typeDefOf(ClassID id);

  /**
   * The MethodDef token of a FunctionID: the short way; nil where it means nothing, or a dynamic
   * method.
   */
  Token methodDefOf(FunctionID id);

  // ---- from tokens

  /**
   * The ClassIDs of a TypeDef, instantiations included, and how far it was loaded by observation
   * alone; {@link dev.tiptoe.resolver.Moment#classIDs} adds what metadata and rules prove, and
   * proofs of absence.
   *
   * @throws IllegalArgumentException if the token is not of the TypeDef table
   */
  LookupAnswer<ClassID> observedClassIDs(ModuleID module, Token typeDef);

  /**
   * Those ClassIDs of a TypeDef that pass a filter.
   *
   * @throws IllegalArgumentException if the token is not of the TypeDef table
   */
  LookupAnswer<ClassID> observedClassIDs(ModuleID module, Token typeDef, IdFilter filter);

  /**
   * The FunctionIDs of a MethodDef, instantiations included, as they were observed; {@link
   * dev.tiptoe.resolver.Moment#functionIDs} also takes references.
   *
   * @throws IllegalArgumentException if the token is not of the MethodDef table
   */
  LookupAnswer<FunctionID> observedFunctionIDs(ModuleID module, Token methodDef);

  /**
   * Those FunctionIDs of a MethodDef that pass a filter.
   *
   * @throws IllegalArgumentException if the token is not of the MethodDef table
   */
  LookupAnswer<FunctionID> observedFunctionIDs(ModuleID module, Token methodDef, IdFilter filter);

  /**
   * Passes each ClassID of a TypeDef to the action, newest first, and none when none is valid. It
   * is faster than {@link #observedClassIDs}, and gives no evidence.
   *
   * @throws IllegalArgumentException if the token is not of the TypeDef table
   */
  void forEachClassID(ModuleID module, Token typeDef, Consumer<? super ClassID> action);

  /**
   * Passes each FunctionID of a MethodDef to the action, newest first, and none when none is valid.
   * It is faster than {@link #observedFunctionIDs}, and gives no evidence.
   *
   * @throws IllegalArgumentException if the token is not of the MethodDef table
   */
  void forEachFunctionID(ModuleID module, Token methodDef, Consumer<? super FunctionID> action);

  // ---- native code

  /**
   * Returns the method and the IL at a native address. For a return address, use the byte before
   * it, which belongs to the call.
   */
  CodeLocation codeAt(long address);

  /**
   * Returns whether the native code at an address can come from certain IL: whether {@code
   * ilOffsets} accepts each IL offset that the runtime's map of that code has. True where there is
   * no code or no map. Of a very long map only the first entries are tested.
   *
   * @param address any address of the code
   * @param ilOffsets accepts the offsets at which that IL has an instruction
   */
  boolean isCompiledFrom(long address, IntPredicate ilOffsets);

  /** The method whose code lies at a native address: the short way; none where no code does. */
  FunctionID functionAt(long address);

  /**
   * Returns the image with native code at an address: a library of the operating system, or the
   * precompiled code of a module, for as long as that is loaded.
   */
  Optional<ImageFact> imageAt(long address);

  /**
   * Returns the operating system's name of one of its threads: the last one that the thread had
   * which has the ID at this time. Empty where none is known.
   */
  String osThreadName(int osThreadId);

  /**
   * Returns the interval in which an ID of the operating system is that of one thread, as far as
   * the ends of threads are known.
   */
  Interval osThreadLife(int osThreadId);

  /** Returns the function of the kernel at an address, at any time of the recording. */
  Optional<KernelFunction> kernelFunctionAt(long address);

  /** Where a method's native code lies, oldest first; empty where it means nothing. */
  List<NativeCode.Range> codeOf(FunctionID id);

  // ---- modules by what they are

  /** The loaded modules whose file has this name, with or without its extension, in any case. */
  Stream<ModuleFact> modulesNamed(String name);

  /** The loaded modules with this MVID, which is not always one. */
  Stream<ModuleFact> modulesWithMvid(UUID mvid);

  // ---- all that is valid

  /** The application domains. */
  Stream<AppDomainFact> appDomains();

  /** The assemblies. */
  Stream<AssemblyFact> assemblies();

  /** The modules. */
  Stream<ModuleFact> modules();

  /**
   * Returns the load contexts of the loaded modules, by their IDs. They are deduced from all
   * modules of this time, in time linear in their number.
   */
  Map<ModuleID, LoadContext> loadContexts();

  /** The types. */
  Stream<ClassFact> classes();

  /** The methods. */
  Stream<FunctionFact> functions();

  /** The threads. */
  Stream<ThreadFact> threads();
}
