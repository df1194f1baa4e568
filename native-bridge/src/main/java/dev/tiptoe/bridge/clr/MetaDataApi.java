// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.clr;

import dev.tiptoe.bridge.com.ComInterface;

/** The interfaces of the CLR's metadata reader, as {@code cor.h} declares them. */
public final class MetaDataApi {

  /** The class of the dispenser. */
  public static final String CLSID_COR_META_DATA_DISPENSER = "e5cb7a31-7512-11d2-89ce-0080c792e5d8";

  /** Opens files. */
  public static final ComInterface DISPENSER =
      ComInterface.UNKNOWN.extendedBy(
          "IMetaDataDispenser",
          "809c652e-7396-11d2-9771-00a0c9b4d50c",
          "DefineScope OpenScope OpenScopeOnMemory");

  /** What the rows of an open file mean. */
  public static final ComInterface IMPORT =
      ComInterface.UNKNOWN.extendedBy(
          "IMetaDataImport",
          "7dac8207-d3ae-4c75-9b67-92801a497d44",
          """
          CloseEnum:void CountEnum ResetEnum
          EnumTypeDefs EnumInterfaceImpls EnumTypeRefs
          FindTypeDefByName GetScopeProps GetModuleFromScope
          GetTypeDefProps GetInterfaceImplProps GetTypeRefProps ResolveTypeRef
          EnumMembers EnumMembersWithName EnumMethods EnumMethodsWithName EnumFields
          EnumFieldsWithName EnumParams EnumMemberRefs EnumMethodImpls EnumPermissionSets
          FindMember FindMethod FindField FindMemberRef
          GetMethodProps GetMemberRefProps
          EnumProperties EnumEvents GetEventProps EnumMethodSemantics GetMethodSemantics
          GetClassLayout GetFieldMarshal GetRVA GetPermissionSetProps GetSigFromToken
          GetModuleRefProps EnumModuleRefs GetTypeSpecFromToken GetNameFromToken
          EnumUnresolvedMethods GetUserString GetPinvokeMap
          EnumSignatures EnumTypeSpecs EnumUserStrings
          GetParamForMethodIndex EnumCustomAttributes GetCustomAttributeProps FindTypeRef
          GetMemberProps GetFieldProps GetPropertyProps GetParamProps GetCustomAttributeByName
          IsValidToken:number GetNestedClassProps GetNativeCallConvFromSig IsGlobal
          """);

  /** The same, with what generics brought. */
  public static final ComInterface IMPORT2 =
      IMPORT.extendedBy(
          "IMetaDataImport2",
          "fce5efa0-8bba-4f8e-a036-8f2022b08466",
          """
          EnumGenericParams GetGenericParamProps GetMethodSpecProps
          EnumGenericParamConstraints GetGenericParamConstraintProps
          GetPEKind GetVersionString EnumMethodSpecs
          """);

  /** What the manifest of an open file says. */
  public static final ComInterface ASSEMBLY_IMPORT =
      ComInterface.UNKNOWN.extendedBy(
          "IMetaDataAssemblyImport",
          "ee62470b-e94b-424e-9b7c-2f00c9249f93",
          """
          GetAssemblyProps GetAssemblyRefProps GetFileProps GetExportedTypeProps
          GetManifestResourceProps
          EnumAssemblyRefs EnumFiles EnumExportedTypes EnumManifestResources GetAssemblyFromScope
          FindExportedTypeByName FindManifestResourceByName CloseEnum:void FindAssembliesByName
          """);

  /** The rows of an open file as they stand in its tables, and its heaps. */
  public static final ComInterface TABLES =
      ComInterface.UNKNOWN.extendedBy(
          "IMetaDataTables",
          "d8f579ab-402d-4b8e-82d9-5d63b1065c68",
          """
          GetStringHeapSize GetBlobHeapSize GetGuidHeapSize GetUserStringHeapSize
          GetNumTables GetTableIndex GetTableInfo GetColumnInfo GetCodedTokenInfo
          GetRow GetColumn GetString GetBlob GetGuid GetUserString
          GetNextString GetNextBlob GetNextGuid GetNextUserString
          """);

  /** The same, with the streams themselves. */
  public static final ComInterface TABLES2 =
      TABLES.extendedBy(
          "IMetaDataTables2",
          "badb5f70-58da-43a9-a1c6-d74819f19b15",
          "GetMetaDataStorage GetMetaDataStreamInfo");

  private MetaDataApi() {}
}
