// SPDX-License-Identifier: Apache-2.0

using System;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Text;

namespace Tiptoe.MetadataBench
{
    /// <summary>
    /// The names of a module's methods, made as fast as the reader can be made to give them: signatures are decoded by
    /// hand from a BlobReader into one StringBuilder, names are decoded into one buffer, a method's type is looked up in
    /// an array, and the names of types are kept. The names of methods are not.
    /// </summary>
    sealed class MethodNames
    {
        static readonly string?[] Primitives = PrimitiveNames();

        readonly MetadataReader reader;
        readonly TypeNames types;
        readonly int[] owners;
        readonly StringBuilder text = new StringBuilder(1024);
        readonly StringBuilder returnType = new StringBuilder(1024);
        char[] name = new char[1024];

        public MethodNames(MetadataReader reader)
        {
            this.reader = reader;
            types = new TypeNames(reader);
            owners = new int[reader.GetTableRowCount(TableIndex.MethodDef) + 1];
            foreach (TypeDefinitionHandle type in reader.TypeDefinitions)
            {
                foreach (MethodDefinitionHandle method in reader.GetTypeDefinition(type).GetMethods())
                {
                    owners[MetadataTokens.GetRowNumber(method)] = MetadataTokens.GetRowNumber(type);
                }
            }
        }

        public string Of(int rid)
        {
            MethodDefinition method = reader.GetMethodDefinition(MetadataTokens.MethodDefinitionHandle(rid));
            text.Clear().Append(types.OfDefinition(owners[rid])).Append("::");
            Name(method.Name);
            Signature(reader.GetBlobReader(method.Signature));
            return text.ToString();
        }

        unsafe void Name(StringHandle handle)
        {
            BlobReader bytes = reader.GetBlobReader(handle);
            if (name.Length < bytes.Length)
            {
                name = new char[bytes.Length];
            }
            fixed (char* chars = name)
            {
                text.Append(chars, Encoding.UTF8.GetChars(bytes.StartPointer, bytes.Length, chars, name.Length));
            }
        }

        void Signature(BlobReader signature)
        {
            if (signature.ReadSignatureHeader().IsGeneric)
            {
                text.Append('`').Append(signature.ReadCompressedInteger());
            }
            int parameters = signature.ReadCompressedInteger();
            returnType.Clear();
            Type(ref signature, returnType);
            text.Append('(');
            Types(parameters, ref signature, text);
            text.Append("):").Append(returnType);
        }

        void Types(int count, ref BlobReader signature, StringBuilder to)
        {
            for (int i = 0; i < count; i++)
            {
                if (i > 0)
                {
                    to.Append(',');
                }
                Type(ref signature, to);
            }
        }

        void Type(ref BlobReader signature, StringBuilder to)
        {
            SignatureTypeCode code = (SignatureTypeCode)signature.ReadByte();
            switch (code)
            {
                case (SignatureTypeCode)SignatureTypeKind.Class:
                case (SignatureTypeCode)SignatureTypeKind.ValueType:
                    Named(signature.ReadTypeHandle(), to);
                    break;
                case SignatureTypeCode.GenericTypeParameter:
                    to.Append('!').Append(signature.ReadCompressedInteger());
                    break;
                case SignatureTypeCode.GenericMethodParameter:
                    to.Append("!!").Append(signature.ReadCompressedInteger());
                    break;
                case SignatureTypeCode.SZArray:
                    Type(ref signature, to);
                    to.Append("[]");
                    break;
                case SignatureTypeCode.Pointer:
                    Type(ref signature, to);
                    to.Append('*');
                    break;
                case SignatureTypeCode.ByReference:
                    Type(ref signature, to);
                    to.Append('&');
                    break;
                case SignatureTypeCode.Pinned:
                case SignatureTypeCode.Sentinel:
                    Type(ref signature, to);
                    break;
                case SignatureTypeCode.RequiredModifier:
                case SignatureTypeCode.OptionalModifier:
                    signature.ReadTypeHandle();
                    Type(ref signature, to);
                    break;
                case SignatureTypeCode.GenericTypeInstance:
                    Type(ref signature, to);
                    to.Append('<');
                    Types(signature.ReadCompressedInteger(), ref signature, to);
                    to.Append('>');
                    break;
                case SignatureTypeCode.Array:
                    Array(ref signature, to);
                    break;
                case SignatureTypeCode.FunctionPointer:
                    FunctionPointer(ref signature, to);
                    break;
                default:
                    to.Append(Primitives[(int)code] ?? throw new BadImageFormatException());
                    break;
            }
        }

        void Named(EntityHandle type, StringBuilder to)
        {
            switch (type.Kind)
            {
                case HandleKind.TypeDefinition:
                    to.Append(types.OfDefinition(MetadataTokens.GetRowNumber(type)));
                    break;
                case HandleKind.TypeReference:
                    to.Append(types.OfReference(MetadataTokens.GetRowNumber(type)));
                    break;
                default:
                    BlobHandle blob = reader.GetTypeSpecification((TypeSpecificationHandle)type).Signature;
                    BlobReader signature = reader.GetBlobReader(blob);
                    Type(ref signature, to);
                    break;
            }
        }

        void Array(ref BlobReader signature, StringBuilder to)
        {
            Type(ref signature, to);
            int rank = signature.ReadCompressedInteger();
            for (int sizes = signature.ReadCompressedInteger(); sizes > 0; sizes--)
            {
                signature.ReadCompressedInteger();
            }
            for (int lowerBounds = signature.ReadCompressedInteger(); lowerBounds > 0; lowerBounds--)
            {
                signature.ReadCompressedSignedInteger();
            }
            to.Append('[').Append(rank == 1 ? "*" : new string(',', rank - 1)).Append(']');
        }

        void FunctionPointer(ref BlobReader signature, StringBuilder to)
        {
            if (signature.ReadSignatureHeader().IsGeneric)
            {
                signature.ReadCompressedInteger();
            }
            int parameters = signature.ReadCompressedInteger();
            to.Append("method ");
            Type(ref signature, to);
            to.Append('(');
            Types(parameters, ref signature, to);
            to.Append(')');
        }

        static string?[] PrimitiveNames()
        {
            var names = new string?[256];
            foreach (PrimitiveTypeCode code in (PrimitiveTypeCode[])Enum.GetValues(typeof(PrimitiveTypeCode)))
            {
                names[(int)code] = "System." + code;
            }
            return names;
        }
    }
}
