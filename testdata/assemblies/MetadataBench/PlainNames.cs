// SPDX-License-Identifier: Apache-2.0

using System.Collections.Immutable;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Tiptoe.MetadataBench
{
    /// <summary>
    /// The names of a module's methods, made as the reader's documentation has it: its own signature decoder with a
    /// provider of strings. Nothing is kept.
    /// </summary>
    sealed class PlainNames : ISignatureTypeProvider<string, object?>
    {
        readonly MetadataReader reader;

        public PlainNames(MetadataReader reader)
        {
            this.reader = reader;
        }

        public string Of(int rid)
        {
            MethodDefinition method = reader.GetMethodDefinition(MetadataTokens.MethodDefinitionHandle(rid));
            MethodSignature<string> signature = method.DecodeSignature(this, null);
            string type = GetTypeFromDefinition(reader, method.GetDeclaringType(), 0);
            string arity = signature.GenericParameterCount > 0 ? "`" + signature.GenericParameterCount : "";
            return type + "::" + reader.GetString(method.Name) + arity + "(" + Join(signature.ParameterTypes) + "):"
                + signature.ReturnType;
        }

        public string GetPrimitiveType(PrimitiveTypeCode code) => "System." + code;

        public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind)
        {
            TypeDefinition type = reader.GetTypeDefinition(handle);
            string name = Qualified(type.Namespace, type.Name);
            TypeDefinitionHandle outer = type.GetDeclaringType();
            return outer.IsNil ? name : GetTypeFromDefinition(reader, outer, 0) + "+" + name;
        }

        public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind)
        {
            TypeReference type = reader.GetTypeReference(handle);
            string name = Qualified(type.Namespace, type.Name);
            EntityHandle scope = type.ResolutionScope;
            return scope.IsNil || scope.Kind != HandleKind.TypeReference
                ? name
                : GetTypeFromReference(reader, (TypeReferenceHandle)scope, 0) + "+" + name;
        }

        public string GetTypeFromSpecification(
            MetadataReader reader, object? context, TypeSpecificationHandle handle, byte rawTypeKind) =>
            reader.GetTypeSpecification(handle).DecodeSignature(this, context);

        public string GetGenericInstantiation(string type, ImmutableArray<string> arguments) =>
            type + "<" + Join(arguments) + ">";

        public string GetGenericTypeParameter(object? context, int index) => "!" + index;

        public string GetGenericMethodParameter(object? context, int index) => "!!" + index;

        public string GetSZArrayType(string element) => element + "[]";

        public string GetArrayType(string element, ArrayShape shape) =>
            element + (shape.Rank == 1 ? "[*]" : "[" + new string(',', shape.Rank - 1) + "]");

        public string GetByReferenceType(string element) => element + "&";

        public string GetPointerType(string element) => element + "*";

        public string GetFunctionPointerType(MethodSignature<string> signature) =>
            "method " + signature.ReturnType + "(" + Join(signature.ParameterTypes) + ")";

        public string GetPinnedType(string element) => element;

        public string GetModifiedType(string modifier, string unmodified, bool isRequired) => unmodified;

        static string Join(ImmutableArray<string> types) => string.Join(",", types);

        string Qualified(StringHandle space, StringHandle name) =>
            space.IsNil ? reader.GetString(name) : reader.GetString(space) + "." + reader.GetString(name);
    }
}
