// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * One of the runtime's own events, from the providers {@code Microsoft-Windows-DotNETRuntime} and
 * {@code …DotNETRuntimeRundown}, about methods, modules and types.
 *
 * <p>The IDs are those of the profiling API: addresses of the CLR's structures.
 */
public sealed interface RuntimeEvent {

  /** An event about the life of something that has an ID. */
  sealed interface OfAnId extends RuntimeEvent {

    /** What happened to it. */
    Occasion occasion();

    /** Its ID. */
    RuntimeID id();
  }

  /**
   * The code of a method: MethodLoadVerbose, MethodUnloadVerbose, MethodDCStartVerbose,
   * MethodDCEndVerbose.
   *
   * @param occasion what happened to it
   * @param method the method, an instantiation of a generic one included
   * @param module that defines it; that of a dynamic method is one of the runtime's own
   * @param codeStart address of its code
   * @param codeSize in bytes
   * @param token of its MethodDef; row 0 for what has none
   * @param flags see {@link #DYNAMIC}, {@link #GENERIC} and the others
   * @param names what the runtime calls it
   * @param rejit its ReJITID; 0 for code that no profiler asked for
   */
  record MethodCode(
      Occasion occasion,
      FunctionID method,
      ModuleID module,
      long codeStart,
      int codeSize,
      Token token,
      int flags,
      MethodNames names,
      long rejit)
      implements OfAnId {

    @Override
    public RuntimeID id() {
      return method;
    }

    /** It was made at run time, not in any module: a dynamic method, a stub. */
    public static final int DYNAMIC = 1;

    /** It, or its type, is generic, and this is an instantiation. */
    public static final int GENERIC = 1 << 1;

    /** Its code is shared by several instantiations. */
    public static final int SHARED = 1 << 2;

    /** It was compiled as the program ran. */
    public static final int JITTED = 1 << 3;
  }

  /**
   * Which native offsets of a method's code came from which IL: MethodILToNativeMap,
   * MethodDCStartILToNativeMap, MethodDCEndILToNativeMap. The code is what the same thread told
   * last of the method; at the end of a recording, what it tells next.
   *
   * @param occasion what happened to the method
   * @param method the method
   * @param rejit the ReJITID of the code
   * @param mappings in the runtime's order; each reaches up to the next that lies behind it
   */
  record IlMap(Occasion occasion, FunctionID method, long rejit, List<Mapping> mappings)
      implements RuntimeEvent {

    /** Copies the list. */
    public IlMap {
      mappings = List.copyOf(mappings);
    }

    /**
     * Where a run of native instructions begins, and the IL it came from.
     *
     * @param ilOffset in bytes; or a negative number, as {@code COR_DEBUG_IL_TO_NATIVE_MAP} has
     *     them
     * @param nativeOffset in bytes, from the code's beginning
     */
    public record Mapping(int ilOffset, int nativeOffset) {}
  }

  /**
   * An application domain: AppDomainLoad, AppDomainUnload, AppDomainDCStart, AppDomainDCEnd.
   *
   * @param occasion what happened to it
   * @param appDomain the domain
   * @param name what the runtime calls it
   */
  record AppDomain(Occasion occasion, AppDomainID appDomain, String name) implements OfAnId {

    @Override
    public RuntimeID id() {
      return appDomain;
    }
  }

  /**
   * An assembly: AssemblyLoad, AssemblyUnload, AssemblyDCStart, AssemblyDCEnd.
   *
   * @param occasion what happened to it
   * @param assembly the assembly
   * @param appDomain that it is in
   * @param flags see {@link #COLLECTIBLE}
   * @param fullName as in {@code System.Linq, Version=9.0.0.0, Culture=neutral, PublicKeyToken=…}
   */
  record AssemblyEvent(
      Occasion occasion, AssemblyID assembly, AppDomainID appDomain, int flags, String fullName)
      implements OfAnId {

    @Override
    public RuntimeID id() {
      return assembly;
    }

    /** It can be unloaded. */
    public static final int COLLECTIBLE = 1 << 3;
  }

  /**
   * The runtime begins to look for an assembly: AssemblyLoadStart.
   *
   * @param name the assembly's full name, as far as it is known
   * @param path the file it was told; empty where it was told a name only
   * @param loadContext that it is to be loaded into
   */
  record BindStart(String name, String path, String loadContext) implements RuntimeEvent {}

  /**
   * The runtime has looked for an assembly: AssemblyLoadStop.
   *
   * @param found the full name of the assembly it found; empty where it found none
   * @param cached whether that one was known to be the answer before
   */
  record BindStop(String found, boolean cached) implements RuntimeEvent {}

  /**
   * A method is about to be compiled: MethodJittingStarted.
   *
   * @param method the method
   * @param module that defines it
   * @param token of its MethodDef; row 0 for what has none
   * @param ilSize bytes of its IL
   * @param names what the runtime calls it
   */
  record MethodJitting(
      FunctionID method, ModuleID module, Token token, int ilSize, MethodNames names)
      implements RuntimeEvent {}

  /**
   * A method's precompiled code was looked for and found: R2RGetEntryPoint.
   *
   * @param method the method
   * @param names what the runtime calls it
   * @param entryPoint address of its code
   */
  record ReadyToRunEntryPoint(FunctionID method, MethodNames names, long entryPoint)
      implements RuntimeEvent {}

  /**
   * A module: ModuleLoad, ModuleUnload, ModuleDCStart, ModuleDCEnd.
   *
   * @param occasion what happened to it
   * @param module the module
   * @param assembly that it belongs to
   * @param flags see {@link #DYNAMIC} and {@link #READY_TO_RUN}
   * @param path of its file; empty where it has none
   * @param nativePath of its native image, where that is a file of its own; otherwise empty
   * @param managedPdb what its PDB must be; empty where the runtime says none
   */
  record ModuleEvent(
      Occasion occasion,
      ModuleID module,
      AssemblyID assembly,
      int flags,
      String path,
      String nativePath,
      Optional<PdbId> managedPdb)
      implements OfAnId {

    @Override
    public RuntimeID id() {
      return module;
    }

    /** It is made at run time; its path is its name. */
    public static final int DYNAMIC = 1 << 2;

    /** It has precompiled code. */
    public static final int READY_TO_RUN = 1 << 5;
  }

  /**
   * A module within an AppDomain: DomainModuleLoad, DomainModuleDCStart, DomainModuleDCEnd.
   *
   * @param occasion what happened to it
   * @param module the module
   * @param assembly that it belongs to
   * @param appDomain that it is in
   * @param path of its file; empty where it has none
   */
  record DomainModule(
      Occasion occasion, ModuleID module, AssemblyID assembly, AppDomainID appDomain, String path)
      implements RuntimeEvent {}

  /**
   * The runtime begins to load a type: TypeLoadStart.
   *
   * @param load the number of this act of loading
   */
  record TypeLoadStart(int load) implements RuntimeEvent {}

  /**
   * The runtime has loaded a type as far as it meant to: TypeLoadStop.
   *
   * @param load the number of this act of loading
   * @param level how far, from 0 to 4, which is fully loaded
   * @param type the type; none where loading failed
   * @param name what the runtime calls it
   */
  record TypeLoadStop(int load, int level, ClassID type, String name) implements RuntimeEvent {}

  /** Why the runtime tells of something. */
  enum Occasion {
    /** It came into being. */
    LOAD,
    /** It is going away. */
    UNLOAD,
    /** It was there when the recording began. */
    START_OF_RECORDING,
    /** It was there when the recording ended. */
    END_OF_RECORDING
  }

  /**
   * What the runtime calls a method.
   *
   * @param namespace its type with namespace, enclosing types and type arguments
   * @param name its name
   * @param signature as in {@code instance void (int32,class System.String)}
   */
  record MethodNames(String namespace, String name, String signature) {}

  /**
   * What identifies a PDB.
   *
   * @param guid its GUID
   * @param age how often it was rewritten; 1 for a portable one
   * @param path where the compiler wrote it
   */
  record PdbId(UUID guid, int age, String path) {}

  /**
   * What {@code event} says; empty when it is none of these.
   *
   * @throws EventPipeFormatException when its payload is not what the runtime writes
   */
  static Optional<RuntimeEvent> of(EventPipeEvent event) {
    return RuntimeEventDecoder.decode(event);
  }
}
