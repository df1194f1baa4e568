// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Tiptoe.MetadataDump
{
    /// <summary>What there is to say of the rows of each table of one module.</summary>
    sealed class RowTexts
    {
        readonly Module module;
        readonly MetadataReader reader;

        public RowTexts(Module module)
        {
            this.module = module;
            reader = module.Reader;
            ByTable = new Dictionary<TableIndex, Func<EntityHandle, object[]>>
            {
                [TableIndex.Module] = _ => Module(),
                [TableIndex.TypeRef] = row => TypeRef(reader.GetTypeReference((TypeReferenceHandle)row)),
                [TableIndex.TypeDef] = row => TypeDef(reader.GetTypeDefinition((TypeDefinitionHandle)row)),
                [TableIndex.Field] = row => Field(reader.GetFieldDefinition((FieldDefinitionHandle)row)),
                [TableIndex.MethodDef] = row => MethodDef(reader.GetMethodDefinition((MethodDefinitionHandle)row)),
                [TableIndex.Param] = row => Param(reader.GetParameter((ParameterHandle)row)),
                [TableIndex.InterfaceImpl] =
                    row => InterfaceImpl(reader.GetInterfaceImplementation((InterfaceImplementationHandle)row)),
                [TableIndex.MemberRef] = row => MemberRef(reader.GetMemberReference((MemberReferenceHandle)row)),
                [TableIndex.Constant] = row => Constant(reader.GetConstant((ConstantHandle)row)),
                [TableIndex.DeclSecurity] = row => DeclSecurity(
                    reader.GetDeclarativeSecurityAttribute((DeclarativeSecurityAttributeHandle)row)),
                [TableIndex.Event] = row => Event(reader.GetEventDefinition((EventDefinitionHandle)row)),
                [TableIndex.Property] = row => Property(reader.GetPropertyDefinition((PropertyDefinitionHandle)row)),
                [TableIndex.MethodImpl] =
                    row => MethodImpl(reader.GetMethodImplementation((MethodImplementationHandle)row)),
                [TableIndex.ModuleRef] = row => ModuleRef(reader.GetModuleReference((ModuleReferenceHandle)row)),
                [TableIndex.Assembly] = _ => Assembly(reader.GetAssemblyDefinition()),
                [TableIndex.AssemblyRef] =
                    row => AssemblyRef(reader.GetAssemblyReference((AssemblyReferenceHandle)row)),
                [TableIndex.File] = row => File(reader.GetAssemblyFile((AssemblyFileHandle)row)),
                [TableIndex.ExportedType] = row => ExportedType(reader.GetExportedType((ExportedTypeHandle)row)),
                [TableIndex.ManifestResource] =
                    row => ManifestResource(reader.GetManifestResource((ManifestResourceHandle)row)),
                [TableIndex.GenericParam] =
                    row => GenericParam(reader.GetGenericParameter((GenericParameterHandle)row)),
                [TableIndex.MethodSpec] =
                    row => MethodSpec(reader.GetMethodSpecification((MethodSpecificationHandle)row)),
                [TableIndex.GenericParamConstraint] = row => GenericParamConstraint(
                    reader.GetGenericParameterConstraint((GenericParameterConstraintHandle)row)),
            };
        }

        /// <summary>In the order of the tables; of one row each, the fields after its token.</summary>
        public IReadOnlyDictionary<TableIndex, Func<EntityHandle, object[]>> ByTable { get; }

        object[] Module()
        {
            ModuleDefinition row = reader.GetModuleDefinition();
            return new object[]
            {
                row.Generation, Name(row.Name), reader.GetGuid(row.Mvid), reader.GetGuid(row.GenerationId),
                reader.GetGuid(row.BaseGenerationId),
            };
        }

        object[] TypeRef(TypeReference row) =>
            new object[] { row.ResolutionScope, Name(row.Namespace), Name(row.Name) };

        object[] TypeDef(TypeDefinition row)
        {
            TypeLayout layout = row.GetLayout();
            return new object[]
            {
                row.Attributes, Name(row.Namespace), Name(row.Name), row.BaseType, (EntityHandle)row.GetDeclaringType(),
                layout.IsDefault ? "" : layout.PackingSize + "/" + (uint)layout.Size,
                Entities(row.GetFields(), handle => handle), Entities(row.GetMethods(), handle => handle),
                Entities(row.GetProperties(), handle => handle), Entities(row.GetEvents(), handle => handle),
                Entities(row.GetNestedTypes(), handle => handle),
                Entities(row.GetInterfaceImplementations(), handle => handle),
                Entities(row.GetMethodImplementations(), handle => handle),
                Entities(row.GetGenericParameters(), handle => handle),
                Entities(row.GetDeclarativeSecurityAttributes(), handle => handle),
                Entities(row.GetCustomAttributes(), handle => handle),
            };
        }

        object[] Field(FieldDefinition row) => new object[]
        {
            row.Attributes, Name(row.Name), (EntityHandle)row.GetDeclaringType(), (EntityHandle)row.GetDefaultValue(),
            row.GetOffset() < 0 ? "" : row.GetOffset().ToString(), (uint)row.GetRelativeVirtualAddress(),
            Blob(row.GetMarshallingDescriptor()), Entities(row.GetCustomAttributes(), handle => handle),
        };

        object[] MethodDef(MethodDefinition row)
        {
            MethodImport import = row.GetImport();
            return new object[]
            {
                (uint)row.RelativeVirtualAddress, row.ImplAttributes, row.Attributes, Name(row.Name),
                (EntityHandle)row.GetDeclaringType(), Entities(row.GetParameters(), handle => handle),
                Entities(row.GetGenericParameters(), handle => handle),
                import.Attributes, Name(import.Name), (EntityHandle)import.Module,
                Entities(row.GetDeclarativeSecurityAttributes(), handle => handle),
                Entities(row.GetCustomAttributes(), handle => handle),
            };
        }

        object[] Param(Parameter row) => new object[]
        {
            row.Attributes, row.SequenceNumber, Name(row.Name), (EntityHandle)row.GetDefaultValue(),
            Blob(row.GetMarshallingDescriptor()), Entities(row.GetCustomAttributes(), handle => handle),
        };

        static object[] InterfaceImpl(InterfaceImplementation row) =>
            new object[] { row.Interface, Entities(row.GetCustomAttributes(), handle => handle) };

        object[] MemberRef(MemberReference row) => new object[] { row.Parent, Name(row.Name) };

        object[] Constant(Constant row) => new object[]
        {
            row.Parent, (int)row.TypeCode,
            row.TypeCode != ConstantTypeCode.Invalid && Enum.IsDefined(typeof(ConstantTypeCode), row.TypeCode)
                ? Damaged.Or("?", () => ConstantText(row))
                : "?",
        };

        object[] DeclSecurity(DeclarativeSecurityAttribute row) =>
            new object[] { row.Action, row.Parent, Blob(row.PermissionSet) };

        object[] Event(EventDefinition row)
        {
            EventAccessors accessors = row.GetAccessors();
            return new object[]
            {
                row.Attributes, Name(row.Name), row.Type, (EntityHandle)accessors.Adder, (EntityHandle)accessors.Remover,
                (EntityHandle)accessors.Raiser, Entities(accessors.Others, handle => handle),
                Entities(row.GetCustomAttributes(), handle => handle),
            };
        }

        object[] Property(PropertyDefinition row)
        {
            PropertyAccessors accessors = row.GetAccessors();
            return new object[]
            {
                row.Attributes, Name(row.Name), (EntityHandle)accessors.Getter, (EntityHandle)accessors.Setter,
                Entities(accessors.Others, handle => handle), (EntityHandle)row.GetDefaultValue(),
                Entities(row.GetCustomAttributes(), handle => handle),
            };
        }

        static object[] MethodImpl(MethodImplementation row) =>
            new object[] { (EntityHandle)row.Type, row.MethodBody, row.MethodDeclaration };

        object[] ModuleRef(ModuleReference row) => new object[] { Name(row.Name) };

        object[] Assembly(AssemblyDefinition row) => new object[]
        {
            row.HashAlgorithm, row.Version, row.Flags, Blob(row.PublicKey), Name(row.Name), Name(row.Culture),
            Token(row.PublicKey), Entities(row.GetDeclarativeSecurityAttributes(), handle => handle),
            Entities(row.GetCustomAttributes(), handle => handle),
        };

        object[] AssemblyRef(AssemblyReference row) => new object[]
        {
            row.Version, row.Flags, Blob(row.PublicKeyOrToken), Name(row.Name), Name(row.Culture), Blob(row.HashValue),
            (row.Flags & AssemblyFlags.PublicKey) == 0
                ? Hex(reader.GetBlobBytes(row.PublicKeyOrToken))
                : Token(row.PublicKeyOrToken),
            Entities(row.GetCustomAttributes(), handle => handle),
        };

        object[] File(AssemblyFile row) =>
            new object[] { row.ContainsMetadata ? "metadata" : "", Name(row.Name), Blob(row.HashValue) };

        object[] ExportedType(ExportedType row) => new object[]
        {
            row.Attributes, (uint)row.GetTypeDefinitionId(), Name(row.Namespace), Name(row.Name), row.Implementation,
            row.IsForwarder ? "forwarder" : "",
        };

        object[] ManifestResource(ManifestResource row) => new object[]
        {
            (uint)row.Offset, row.Attributes, Name(row.Name), row.Implementation,
            row.Implementation.IsNil ? module.Resource(row.Offset) : (object)"",
        };

        object[] GenericParam(GenericParameter row) => new object[]
        {
            row.Index, row.Attributes, row.Parent, Name(row.Name), Entities(row.GetConstraints(), handle => handle),
            Entities(row.GetCustomAttributes(), handle => handle),
        };

        static object[] MethodSpec(MethodSpecification row) => new object[] { row.Method };

        static object[] GenericParamConstraint(GenericParameterConstraint row) =>
            new object[] { (EntityHandle)row.Parameter, row.Type };

        /// <summary>A number as it is, a floating-point one as its bits, a string between quotes.</summary>
        string ConstantText(Constant row) =>
            reader.GetBlobReader(row.Value).ReadConstant(row.TypeCode) switch
            {
                null => "null",
                bool truth => truth ? "true" : "false",
                char unit => "'" + ((int)unit).ToString("x4"),
                float number => "bits:" + BitConverter.SingleToInt32Bits(number).ToString("x8"),
                double number => "bits:" + BitConverter.DoubleToInt64Bits(number).ToString("x16"),
                string text => "\"" + text + "\"",
                object number => FormattableString.Invariant($"{number}"),
            };

        string Token(BlobHandle publicKey)
        {
            var name = new AssemblyName();
            name.SetPublicKey(reader.GetBlobBytes(publicKey));
            return Hex(name.GetPublicKeyToken()!);
        }

        static string Hex(byte[] bytes) => BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();

        string Name(StringHandle name) => reader.GetString(name);

        BlobReader Blob(BlobHandle blob) => reader.GetBlobReader(blob);

        static IEnumerable<EntityHandle> Entities<T>(IEnumerable<T> rows, Func<T, EntityHandle> handle) =>
            rows.Select(handle);
    }
}
