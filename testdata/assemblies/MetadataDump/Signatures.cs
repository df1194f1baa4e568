// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Immutable;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Tiptoe.MetadataDump
{
    /// <summary>
    /// Every signature of a module, with nothing left out: token, signature.
    ///
    /// <code>
    /// field         = type
    /// method        = header [ "`" generic parameters ] "(" [ type *( "," type ) ] ")" required type
    /// property      = method
    /// locals        = "(" [ type *( "," type ) ] ")"
    /// instantiation = "&lt;" [ type *( "," type ) ] "&gt;"
    /// type          = primitive by its System name | [ "class " | "struct " ] token
    ///               | type instantiation | "!" n | "!!" n | type "&amp;" | type "*" | type "[]"
    ///               | type "[" rank ";" [ sizes ] ";" [ lower bounds ] "]" | "method{" method "}"
    ///               | "pinned{" type "}" | ( "modreq{" | "modopt{" ) token " " type "}"
    /// </code>
    ///
    /// The header is the first byte in hexadecimal; required is the number of parameters before the sentinel.
    /// </summary>
    sealed class Signatures : ISection
    {
        static readonly SignatureText Types = new SignatureText();

        public void Dump(Module module, Tsv tsv)
        {
            MetadataReader reader = module.Reader;
            void Each(TableIndex table, Func<EntityHandle, string> text)
            {
                foreach (EntityHandle row in module.Rows(table))
                {
                    tsv.Row(Tsv.Token(row), Damaged.Or("?", () => text(row)));
                }
            }

            Each(
                TableIndex.Field,
                row => reader.GetFieldDefinition((FieldDefinitionHandle)row).DecodeSignature(Types, null));
            Each(
                TableIndex.MethodDef,
                row => Method(reader.GetMethodDefinition((MethodDefinitionHandle)row).DecodeSignature(Types, null)));
            Each(TableIndex.MemberRef, row => Member(reader.GetMemberReference((MemberReferenceHandle)row)));
            Each(
                TableIndex.StandAloneSig,
                row => StandAlone(reader.GetStandaloneSignature((StandaloneSignatureHandle)row)));
            Each(
                TableIndex.Property,
                row => Method(reader.GetPropertyDefinition((PropertyDefinitionHandle)row).DecodeSignature(Types, null)));
            Each(
                TableIndex.TypeSpec,
                row => reader.GetTypeSpecification((TypeSpecificationHandle)row).DecodeSignature(Types, null));
            Each(
                TableIndex.MethodSpec,
                row => SignatureText.Arguments(
                    reader.GetMethodSpecification((MethodSpecificationHandle)row).DecodeSignature(Types, null)));
        }

        static string Member(MemberReference member) =>
            member.GetKind() == MemberReferenceKind.Field
                ? member.DecodeFieldSignature(Types, null)
                : Method(member.DecodeMethodSignature(Types, null));

        static string StandAlone(StandaloneSignature signature) =>
            signature.GetKind() == StandaloneSignatureKind.Method
                ? Method(signature.DecodeMethodSignature(Types, null))
                : "(" + SignatureText.Join(signature.DecodeLocalSignature(Types, null)) + ")";

        static string Method(MethodSignature<string> signature) => SignatureText.Method(signature);
    }

    /// <summary>Writes the types of a signature as they are decoded.</summary>
    sealed class SignatureText : ISignatureTypeProvider<string, object?>
    {
        const byte Class = 0x12;
        const byte ValueType = 0x11;

        public static string Method(MethodSignature<string> signature)
        {
            string generic = signature.GenericParameterCount == 0 ? "" : "`" + signature.GenericParameterCount;
            return signature.Header.RawValue.ToString("x2") + generic + "(" + Join(signature.ParameterTypes) + ")"
                + signature.RequiredParameterCount + " " + signature.ReturnType;
        }

        public static string Arguments(ImmutableArray<string> types) => "<" + Join(types) + ">";

        public static string Join(ImmutableArray<string> types) => string.Join(",", types);

        public string GetPrimitiveType(PrimitiveTypeCode code) => code.ToString();

        public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) =>
            Row(handle, rawTypeKind);

        public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) =>
            Row(handle, rawTypeKind);

        public string GetTypeFromSpecification(
            MetadataReader reader, object? context, TypeSpecificationHandle handle, byte rawTypeKind) =>
            Row(handle, rawTypeKind);

        public string GetGenericInstantiation(string type, ImmutableArray<string> arguments) =>
            type + Arguments(arguments);

        public string GetGenericTypeParameter(object? context, int index) => "!" + index;

        public string GetGenericMethodParameter(object? context, int index) => "!!" + index;

        public string GetSZArrayType(string element) => element + "[]";

        public string GetArrayType(string element, ArrayShape shape) =>
            element + "[" + shape.Rank + ";" + string.Join(",", shape.Sizes) + ";"
            + string.Join(",", shape.LowerBounds) + "]";

        public string GetByReferenceType(string element) => element + "&";

        public string GetPointerType(string element) => element + "*";

        public string GetFunctionPointerType(MethodSignature<string> signature) => "method{" + Method(signature) + "}";

        public string GetPinnedType(string element) => "pinned{" + element + "}";

        public string GetModifiedType(string modifier, string unmodified, bool isRequired) =>
            (isRequired ? "modreq{" : "modopt{") + modifier + " " + unmodified + "}";

        static string Row(EntityHandle handle, byte kind) =>
            (kind == Class ? "class " : kind == ValueType ? "struct " : "") + Tsv.Token(handle);
    }
}
