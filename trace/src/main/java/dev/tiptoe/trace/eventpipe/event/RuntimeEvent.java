// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.event;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.trace.eventpipe.format.EventPipeEvent;
import dev.tiptoe.trace.eventpipe.format.EventPipeFormatException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * One of the runtime's own events, from the providers {@code Microsoft-Windows-DotNETRuntime} and
 * {@code …DotNETRuntimeRundown}, about methods, modules and types.
 *
 * <p>The IDs are those of the profiling API: addresses of the CLR's structures.
 */
public sealed interface RuntimeEvent {

  /** The names of the providers. */
  Set<String> PROVIDERS =
      Set.of("Microsoft-Windows-DotNETRuntime", "Microsoft-Windows-DotNETRuntimeRundown");

  /** An event about something that has an ID. */
  sealed interface OfAnId extends RuntimeEvent {

    /** Returns what happened to it. */
    Occasion occasion();

    /** Its ID. */
    RuntimeID id();
  }

  /**
   * The code of a method: MethodLoad, MethodUnload, MethodDCStart, MethodDCEnd, and the same with
   * the suffix Verbose, which have names.
   *
   * @param occasion what happened to the method
   * @param method the method, possibly an instantiation of a generic one
   * @param module the module that defines it; that of a dynamic method is one of the runtime's own
   * @param codeStart the address of its code
   * @param codeSize the size of its code in bytes
   * @param token its MethodDef; row 0 when it has none
   * @param flags see {@link #DYNAMIC}, {@link #GENERIC} and the others
   * @param names the runtime's names for it
   * @param rejit its ReJITID; 0 for code that no profiler requested
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

    /** It was made at run time and belongs to no module: a dynamic method, a stub. */
    public static final int DYNAMIC = 1;

    /** It, or its type, is generic, and this is an instantiation. */
    public static final int GENERIC = 1 << 1;

    /** Its code is shared by several instantiations. */
    public static final int SHARED = 1 << 2;

    /** It was compiled while the program ran. */
    public static final int JITTED = 1 << 3;
  }

  /**
   * Maps native offsets of a method's code to IL: MethodILToNativeMap, MethodDCStartILToNativeMap,
   * MethodDCEndILToNativeMap. The code is the last one that the same thread reported for the
   * method; at the end of a recording, the next one.
   *
   * @param occasion what happened to the method
   * @param method the method
   * @param rejit the ReJITID of the code
   * @param mappings in the runtime's order; each reaches up to the mapping that lies next behind it
   */
  record IlMap(Occasion occasion, FunctionID method, long rejit, List<Mapping> mappings)
      implements RuntimeEvent {

    /** Copies the list. */
    public IlMap {
      mappings = List.copyOf(mappings);
    }

    /**
     * The start of a run of native instructions, and the IL it was compiled from.
     *
     * @param ilOffset in bytes; or a negative number as in {@code COR_DEBUG_IL_TO_NATIVE_MAP}
     * @param nativeOffset in bytes, from the code's beginning
     */
    public record Mapping(int ilOffset, int nativeOffset) {}
  }

  /**
   * An application domain: AppDomainLoad, AppDomainUnload, AppDomainDCStart, AppDomainDCEnd.
   *
   * @param occasion what happened to the domain
   * @param appDomain the domain
   * @param name the runtime's name for it
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
   * @param occasion what happened to the assembly
   * @param assembly the assembly
   * @param appDomain the domain it is in
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
   * @param path the requested file; empty where only a name was requested
   * @param loadContext the context into which it is to be loaded
   */
  record BindStart(String name, String path, String loadContext) implements RuntimeEvent {}

  /**
   * The runtime has looked for an assembly: AssemblyLoadStop.
   *
   * @param found the full name of the assembly it found; empty where it found none
   * @param cached whether the result was known before
   */
  record BindStop(String found, boolean cached) implements RuntimeEvent {}

  /**
   * A method is about to be compiled: MethodJittingStarted.
   *
   * @param method the method
   * @param module the module that defines it
   * @param token its MethodDef; row 0 when it has none
   * @param ilSize the size of its IL in bytes
   * @param names the runtime's names for it
   */
  record MethodJitting(
      FunctionID method, ModuleID module, Token token, int ilSize, MethodNames names)
      implements RuntimeEvent {}

  /**
   * A method's precompiled code was looked for and found: R2RGetEntryPoint.
   *
   * @param method the method
   * @param names the runtime's names for it
   * @param entryPoint the address of its code
   */
  record ReadyToRunEntryPoint(FunctionID method, MethodNames names, long entryPoint)
      implements RuntimeEvent {}

  /**
   * What a method is, reported when it gets its code: MethodDetails.
   *
   * @param method the method
   * @param type the type that declares it; of shared code, the canonical instantiation
   * @param token its MethodDef
   * @param loaderModule the module in whose memory its structures lie
   * @param typeArguments the method's own; of shared code, the canonical ones
   */
  record MethodDetails(
      FunctionID method,
      ClassID type,
      Token token,
      ModuleID loaderModule,
      List<ClassID> typeArguments)
      implements RuntimeEvent {

    /** Copies the list. */
    public MethodDetails {
      typeArguments = List.copyOf(typeArguments);
    }
  }

  /**
   * Types to which other events refer: BulkType.
   *
   * @param types the types, a type before those that it is made of
   */
  record BulkType(List<TypeDetails> types) implements RuntimeEvent {

    /** Copies the list. */
    public BulkType {
      types = List.copyOf(types);
    }
  }

  /**
   * What a type is.
   *
   * @param type the type
   * @param module the module that defines it
   * @param token its TypeDef; row 0 of what has none
   * @param flags see {@link #ARRAY}; the rank of an array that is not a vector in bits 8 to 13
   * @param elementType its {@code CorElementType}
   * @param name the runtime's name for it; mostly empty
   * @param typeArguments its type arguments; the type of the elements of an array or pointer
   */
  record TypeDetails(
      ClassID type,
      ModuleID module,
      Token token,
      int flags,
      int elementType,
      String name,
      List<ClassID> typeArguments) {

    /** Copies the list. */
    public TypeDetails {
      typeArguments = List.copyOf(typeArguments);
    }

    /** It is an array. */
    public static final int ARRAY = 1 << 3;

    private static final int RANK_SHIFT = 8;
    private static final int RANK_MASK = 0x3f;

    /** Returns the rank of an array, 1 for a vector. */
    public int rank() {
      return Math.max(1, flags >>> RANK_SHIFT & RANK_MASK);
    }
  }

  /**
   * A module: ModuleLoad, ModuleUnload, ModuleDCStart, ModuleDCEnd.
   *
   * @param occasion what happened to the module
   * @param module the module
   * @param assembly the assembly it belongs to
   * @param flags see {@link #DYNAMIC} and {@link #READY_TO_RUN}
   * @param path the path of its file; empty where it has none
   * @param nativePath the path of its native image, where that is a file of its own; otherwise
   *     empty
   * @param managedPdb the identity of its PDB; empty where the runtime gives none
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
   * @param occasion what happened to the module
   * @param module the module
   * @param assembly the assembly it belongs to
   * @param appDomain the domain it is in
   * @param path the path of its file; empty where it has none
   */
  record DomainModule(
      Occasion occasion, ModuleID module, AssemblyID assembly, AppDomainID appDomain, String path)
      implements RuntimeEvent {}

  /**
   * The runtime begins to load a type: TypeLoadStart.
   *
   * @param load the number of this load
   */
  record TypeLoadStart(int load) implements RuntimeEvent {}

  /**
   * The runtime has loaded a type to the intended level: TypeLoadStop.
   *
   * @param load the number of this load
   * @param level the level, from 0 to 4, which is fully loaded
   * @param type the type; none where loading failed
   * @param name the runtime's name for it
   */
  record TypeLoadStop(int load, int level, ClassID type, String name) implements RuntimeEvent {}

  /** The reasons for events about something that has an ID. */
  enum Occasion {
    /** It was created. */
    LOAD,
    /** It is being removed. */
    UNLOAD,
    /** It was there when the recording began. */
    START_OF_RECORDING,
    /** It was there when the recording ended. */
    END_OF_RECORDING
  }

  /**
   * The runtime's names for a method.
   *
   * @param namespace its type with namespace, enclosing types and type arguments
   * @param name its name
   * @param signature as in {@code instance void (int32,class System.String)}
   */
  record MethodNames(String namespace, String name, String signature) {}

  /**
   * The identity of a PDB.
   *
   * @param guid its GUID
   * @param age how often it was rewritten; 1 for a portable one
   * @param path the path to which the compiler wrote it
   */
  record PdbId(UUID guid, int age, String path) {}

  /**
   * Decodes {@code event}; empty when it is none of these.
   *
   * @throws EventPipeFormatException when its payload does not have the runtime's layout
   */
  static Optional<RuntimeEvent> of(EventPipeEvent event) {
    return RuntimeEventDecoder.decode(event);
  }
}
