// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.clr;

import dev.tiptoe.framework.com.ComInterface;

/** The interfaces of the CLR's metadata reader, as {@code cor.h} declares them. */
public final class MetaDataApi {

  /** The class of the dispenser. */
  public static final String CLSID_COR_META_DATA_DISPENSER = "e5cb7a31-7512-11d2-89ce-0080c792e5d8";

  /** Opens files. */
  public static final ComInterface DISPENSER =
      ComInterface.UNKNOWN.extendedBy(
          "IMetaDataDispenser",
          "809c652e-7396-11d2-9771-00a0c9b4d50c",
          "DefineScope(pipp) OpenScope(pipp) OpenScopeOnMemory(piipp)");

  /** Describes the rows of an open file. */
  public static final ComInterface IMPORT =
      ComInterface.UNKNOWN.extendedBy(
          "IMetaDataImport",
          "7dac8207-d3ae-4c75-9b67-92801a497d44",
          """
          CloseEnum(p):void CountEnum(pp) ResetEnum(pi) EnumTypeDefs(ppip)
          EnumInterfaceImpls(pipip) EnumTypeRefs(ppip) FindTypeDefByName(pip) GetScopeProps(pipp)
          GetModuleFromScope(p) GetTypeDefProps(ipippp) GetInterfaceImplProps(ipp)
          GetTypeRefProps(ippip) ResolveTypeRef(ippp) EnumMembers(pipip)
          EnumMembersWithName(pippip) EnumMethods(pipip) EnumMethodsWithName(pippip)
          EnumFields(pipip) EnumFieldsWithName(pippip) EnumParams(pipip) EnumMemberRefs(pipip)
          EnumMethodImpls(pippip) EnumPermissionSets(piipip) FindMember(ippip) FindMethod(ippip)
          FindField(ippip) FindMemberRef(ippip) GetMethodProps(ippipppppp)
          GetMemberRefProps(ippippp) EnumProperties(pipip) EnumEvents(pipip)
          GetEventProps(ippipppppppip) EnumMethodSemantics(pipip) GetMethodSemantics(iip)
          GetClassLayout(ippipp) GetFieldMarshal(ipp) GetRVA(ipp) GetPermissionSetProps(ippp)
          GetSigFromToken(ipp) GetModuleRefProps(ipip) EnumModuleRefs(ppip)
          GetTypeSpecFromToken(ipp) GetNameFromToken(ip) EnumUnresolvedMethods(ppip)
          GetUserString(ipip) GetPinvokeMap(ippipp) EnumSignatures(ppip) EnumTypeSpecs(ppip)
          EnumUserStrings(ppip) GetParamForMethodIndex(iip) EnumCustomAttributes(piipip)
          GetCustomAttributeProps(ipppp) FindTypeRef(ipp) GetMemberProps(ippippppppppp)
          GetFieldProps(ippippppppp) GetPropertyProps(ippippppppppppip) GetParamProps(ipppippppp)
          GetCustomAttributeByName(ippp) IsValidToken(i):number GetNestedClassProps(ip)
          GetNativeCallConvFromSig(pip) IsGlobal(ip)
          """);

  /** The same, extended for generics. */
  public static final ComInterface IMPORT2 =
      IMPORT.extendedBy(
          "IMetaDataImport2",
          "fce5efa0-8bba-4f8e-a036-8f2022b08466",
          """
          EnumGenericParams(pipip) GetGenericParamProps(ipppppip) GetMethodSpecProps(ippp)
          EnumGenericParamConstraints(pipip) GetGenericParamConstraintProps(ipp) GetPEKind(pp)
          GetVersionString(pip) EnumMethodSpecs(pipip)
          """);

  /** Describes the manifest of an open file. */
  public static final ComInterface ASSEMBLY_IMPORT =
      ComInterface.UNKNOWN.extendedBy(
          "IMetaDataAssemblyImport",
          "ee62470b-e94b-424e-9b7c-2f00c9249f93",
          """
          GetAssemblyProps(ippppippp) GetAssemblyRefProps(ipppippppp) GetFileProps(ipipppp)
          GetExportedTypeProps(ipipppp) GetManifestResourceProps(ipipppp) EnumAssemblyRefs(ppip)
          EnumFiles(ppip) EnumExportedTypes(ppip) EnumManifestResources(ppip)
          GetAssemblyFromScope(p) FindExportedTypeByName(pip) FindManifestResourceByName(pp)
          CloseEnum(p):void FindAssembliesByName(ppppip)
          """);

  /** Gives the rows of an open file as they are stored in its tables, and its heaps. */
  public static final ComInterface TABLES =
      ComInterface.UNKNOWN.extendedBy(
          "IMetaDataTables",
          "d8f579ab-402d-4b8e-82d9-5d63b1065c68",
          """
          GetStringHeapSize(p) GetBlobHeapSize(p) GetGuidHeapSize(p) GetUserStringHeapSize(p)
          GetNumTables(p) GetTableIndex(ip) GetTableInfo(ippppp) GetColumnInfo(iipppp)
          GetCodedTokenInfo(ippp) GetRow(iip) GetColumn(iiip) GetString(ip) GetBlob(ipp)
          GetGuid(ip) GetUserString(ipp) GetNextString(ip) GetNextBlob(ip) GetNextGuid(ip)
          GetNextUserString(ip)
          """);

  /** The same, extended with the streams. */
  public static final ComInterface TABLES2 =
      TABLES.extendedBy(
          "IMetaDataTables2",
          "badb5f70-58da-43a9-a1c6-d74819f19b15",
          "GetMetaDataStorage(pp) GetMetaDataStreamInfo(ippp)");

  private MetaDataApi() {}
}
