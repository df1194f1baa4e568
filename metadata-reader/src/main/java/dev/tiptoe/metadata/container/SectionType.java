// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import java.util.Optional;

/** The sections of a ReadyToRun image, by the names of {@code ReadyToRunSectionType}. */
public enum SectionType {
  /** The compiler's name, a zero-terminated text. */
  COMPILER_IDENTIFIER(100, "CompilerIdentifier"),
  /** Slots that are filled from outside the module. */
  IMPORT_SECTIONS(101, "ImportSections"),
  /** The places of code, sorted. */
  RUNTIME_FUNCTIONS(102, "RuntimeFunctions"),
  /** MethodDef to runtime function; of one assembly. */
  METHOD_DEF_ENTRY_POINTS(103, "MethodDefEntryPoints"),
  /** Exception clauses. */
  EXCEPTION_INFO(104, "ExceptionInfo"),
  /** Native offsets and variables, for debuggers. */
  DEBUG_INFO(105, "DebugInfo"),
  /** The places of thunks for lazily bound calls. */
  DELAY_LOAD_METHOD_CALL_THUNKS(106, "DelayLoadMethodCallThunks"),
  /** The types, in the form before version 3. */
  OLD_AVAILABLE_TYPES(107, "AvailableTypes (old)"),
  /** Types by name. */
  AVAILABLE_TYPES(108, "AvailableTypes"),
  /** Instantiated methods to runtime functions. */
  INSTANCE_METHOD_ENTRY_POINTS(109, "InstanceMethodEntryPoints"),
  /** Inlined methods, in the form before version 4.1. */
  INLINING_INFO(110, "InliningInfo"),
  /** Profile data. */
  PROFILE_DATA_INFO(111, "ProfileDataInfo"),
  /** Metadata with the assemblies that signatures refer to beyond the module's own references. */
  MANIFEST_METADATA(112, "ManifestMetadata"),
  /** The attributes that occur at all. */
  ATTRIBUTE_PRESENCE(113, "AttributePresence"),
  /** Inlined methods. */
  INLINING_INFO_2(114, "InliningInfo2"),
  /** The assemblies of a composite image. */
  COMPONENT_ASSEMBLIES(115, "ComponentAssemblies"),
  /** The file name of the composite image that has this component assembly's code. */
  OWNER_COMPOSITE_EXECUTABLE(116, "OwnerCompositeExecutable"),
  /** Profile data, instrumented. */
  PGO_INSTRUMENTATION_DATA(117, "PgoInstrumentationData"),
  /** The MVIDs of the manifest's assemblies. */
  MANIFEST_ASSEMBLY_MVIDS(118, "ManifestAssemblyMvids"),
  /** Inlined methods across modules. */
  CROSS_MODULE_INLINE_INFO(119, "CrossModuleInlineInfo"),
  /** The cold parts of methods. */
  HOT_COLD_MAP(120, "HotColdMap"),
  /** Whether each method is generic. */
  METHOD_IS_GENERIC_MAP(121, "MethodIsGenericMap"),
  /** The enclosing type of each type. */
  ENCLOSING_TYPE_MAP(122, "EnclosingTypeMap"),
  /** The kind of generic of each type. */
  TYPE_GENERIC_INFO_MAP(123, "TypeGenericInfoMap");

  private final int number;
  private final String specName;

  SectionType(int number, String specName) {
    this.number = number;
    this.specName = specName;
  }

  /** Returns the type of that number; empty for one that is newer than this library. */
  public static Optional<SectionType> numbered(int number) {
    int first = COMPILER_IDENTIFIER.number;
    return number >= first && number - first < values().length
        ? Optional.of(values()[number - first])
        : Optional.empty();
  }

  /** Returns the number in the file. */
  public int number() {
    return number;
  }

  /** Returns the name in the specification. */
  public String specName() {
    return specName;
  }
}
