// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Immutable;
using System.Linq;
using System.Reflection.Metadata;
using System.Runtime.CompilerServices;

namespace Tiptoe.MetadataDump
{
    /// <summary>
    /// The names of one module's rows:
    ///
    /// <code>
    /// method = type "::" name [ "`" arity ] "(" [ type *( "," type ) ] "):" type
    /// field  = type "::" name ":" type
    /// spec   = method "&lt;" type *( "," type ) "&gt;"
    /// type   = primitive by its System name | Namespace.Outer+Inner | type "&lt;" type *( "," type ) "&gt;" | "!" n | "!!" n
    ///        | type "[]" | type "[" *"," "]" | type "[*]" | type "&amp;" | type "*" | "method " type "(" [ types ] ")"
    /// </code>
    ///
    /// A signature that cannot be read is printed as "(?):?", ":?", "&lt;?&gt;" or "?".
    /// </summary>
    sealed class Names
    {
        readonly MetadataReader reader;
        readonly TypeNames types = new TypeNames();

        public Names(MetadataReader reader)
        {
            this.reader = reader;
        }

        public string Of(EntityHandle row)
        {
            switch (row.Kind)
            {
                case HandleKind.TypeReference:
                case HandleKind.TypeDefinition:
                case HandleKind.TypeSpecification:
                    return TypeOr(row, "?");
                case HandleKind.FieldDefinition:
                    return Field((FieldDefinitionHandle)row);
                case HandleKind.MethodDefinition:
                    return Method((MethodDefinitionHandle)row);
                case HandleKind.MemberReference:
                    return Member((MemberReferenceHandle)row);
                case HandleKind.MethodSpecification:
                    return MethodSpec((MethodSpecificationHandle)row);
                default:
                    throw new ArgumentException(row.Kind.ToString());
            }
        }

        string Field(FieldDefinitionHandle handle)
        {
            FieldDefinition field = reader.GetFieldDefinition(handle);
            string name = Type(field.GetDeclaringType()) + "::" + reader.GetString(field.Name);
            return name + Damaged.Or(":?", () => ":" + field.DecodeSignature(types, null));
        }

        string Method(MethodDefinitionHandle handle)
        {
            MethodDefinition method = reader.GetMethodDefinition(handle);
            string name = Type(method.GetDeclaringType()) + "::" + reader.GetString(method.Name);
            return name + Damaged.Or("(?):?", () => Tail(method.DecodeSignature(types, null)));
        }

        string Member(MemberReferenceHandle handle)
        {
            MemberReference member = reader.GetMemberReference(handle);
            string name = Parent(member.Parent) + "::" + reader.GetString(member.Name);
            return name + Damaged.Or(
                "(?):?",
                () => member.GetKind() == MemberReferenceKind.Field
                    ? ":" + member.DecodeFieldSignature(types, null)
                    : Tail(member.DecodeMethodSignature(types, null)));
        }

        string MethodSpec(MethodSpecificationHandle handle)
        {
            MethodSpecification spec = reader.GetMethodSpecification(handle);
            return Of(spec.Method) + Damaged.Or("<?>", () => "<" + Join(spec.DecodeSignature(types, null)) + ">");
        }

        string Parent(EntityHandle parent)
        {
            switch (parent.Kind)
            {
                case HandleKind.ModuleReference:
                    return "<Module>";
                case HandleKind.MethodDefinition:
                    // A call site with variable arguments of a method of this module.
                    return Type(reader.GetMethodDefinition((MethodDefinitionHandle)parent).GetDeclaringType());
                default:
                    return TypeOr(parent, "?");
            }
        }

        string Type(TypeDefinitionHandle handle) => types.GetTypeFromDefinition(reader, handle, 0);

        string TypeOr(EntityHandle handle, string damaged) =>
            Damaged.Or(
                damaged,
                () => handle.Kind switch
                {
                    HandleKind.TypeDefinition => Type((TypeDefinitionHandle)handle),
                    HandleKind.TypeReference => types.GetTypeFromReference(reader, (TypeReferenceHandle)handle, 0),
                    _ => types.GetTypeFromSpecification(reader, null, (TypeSpecificationHandle)handle, 0),
                });

        static string Tail(MethodSignature<string> signature)
        {
            string arity = signature.GenericParameterCount > 0 ? "`" + signature.GenericParameterCount : "";
            return arity + "(" + Join(signature.ParameterTypes) + "):" + signature.ReturnType;
        }

        static string Join(ImmutableArray<string> types) => string.Join(",", types);

        /// <summary>Writes the types of a signature as they are decoded.</summary>
        sealed class TypeNames : ISignatureTypeProvider<string, object?>
        {
            public string GetPrimitiveType(PrimitiveTypeCode code) => "System." + code;

            public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind)
            {
                Descend();
                TypeDefinition type = reader.GetTypeDefinition(handle);
                string name = Qualified(reader, type.Namespace, type.Name);
                TypeDefinitionHandle outer = type.GetDeclaringType();
                return outer.IsNil ? name : GetTypeFromDefinition(reader, outer, 0) + "+" + name;
            }

            public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind)
            {
                Descend();
                TypeReference type = reader.GetTypeReference(handle);
                string name = Qualified(reader, type.Namespace, type.Name);
                return type.ResolutionScope.Kind != HandleKind.TypeReference || type.ResolutionScope.IsNil
                    ? name
                    : GetTypeFromReference(reader, (TypeReferenceHandle)type.ResolutionScope, 0) + "+" + name;
            }

            public string GetTypeFromSpecification(
                MetadataReader reader, object? context, TypeSpecificationHandle handle, byte rawTypeKind)
            {
                Descend();
                return reader.GetTypeSpecification(handle).DecodeSignature(this, context);
            }

            public string GetGenericInstantiation(string type, ImmutableArray<string> arguments) =>
                type + "<" + Join(arguments) + ">";

            public string GetGenericTypeParameter(object? context, int index) => "!" + index;

            public string GetGenericMethodParameter(object? context, int index) => "!!" + index;

            public string GetSZArrayType(string element) => element + "[]";

            public string GetArrayType(string element, ArrayShape shape) =>
                element + (shape.Rank == 1 ? "[*]" : "[" + new string(',', Math.Max(0, shape.Rank - 1)) + "]");

            public string GetByReferenceType(string element) => element + "&";

            public string GetPointerType(string element) => element + "*";

            public string GetFunctionPointerType(MethodSignature<string> signature) =>
                "method " + signature.ReturnType + "(" + Join(signature.ParameterTypes) + ")";

            public string GetPinnedType(string element) => element;

            public string GetModifiedType(string modifier, string unmodified, bool isRequired) => unmodified;

            /// <summary>A type that is part of itself is damage, and has no end.</summary>
            static void Descend()
            {
                if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
                {
                    throw new BadImageFormatException();
                }
            }

            static string Qualified(MetadataReader reader, StringHandle space, StringHandle name) =>
                space.IsNil || reader.GetString(space).Length == 0
                    ? reader.GetString(name)
                    : reader.GetString(space) + "." + reader.GetString(name);
        }
    }
}
