// SPDX-License-Identifier: Apache-2.0

using System;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Tiptoe.MetadataDump
{
    /// <summary>
    /// The signatures of local constants, which System.Reflection.Metadata leaves to its users: read by its BlobReader,
    /// as Portable PDB v1.0 has them.
    ///
    /// <code>
    /// signature = *( ( "modreq{" | "modopt{" ) token "} " ) ( primitive " " value [ " enum " token ] | "Object null"
    ///           | ( "class " | "struct " ) token " " blob )
    /// </code>
    /// </summary>
    static class LocalConstants
    {
        const byte NullString = 0xff;

        public static string Text(BlobReader signature)
        {
            SignatureTypeCode code = signature.ReadSignatureTypeCode();
            string modifiers = "";
            while (code == SignatureTypeCode.RequiredModifier || code == SignatureTypeCode.OptionalModifier)
            {
                string kind = code == SignatureTypeCode.RequiredModifier ? "modreq{" : "modopt{";
                modifiers += kind + Tsv.Token(signature.ReadTypeHandle()) + "} ";
                code = signature.ReadSignatureTypeCode();
            }
            return modifiers + Plain(code, signature);
        }

        static string Plain(SignatureTypeCode code, BlobReader signature)
        {
            switch (code)
            {
                case SignatureTypeCode.Object:
                    return "Object null";
                case SignatureTypeCode.TypeHandle:
                    signature.Offset--;
                    string kind = signature.ReadByte() == (byte)SignatureTypeKind.Class ? "class " : "struct ";
                    return kind + Tsv.Token(signature.ReadTypeHandle()) + " " + Rest(signature);
                case SignatureTypeCode.String:
                    bool isNull = signature.RemainingBytes == 1 && signature.ReadByte() == NullString;
                    return isNull ? "String null" : "String \"" + signature.ReadUTF16(signature.RemainingBytes & ~1) + "\"";
                default:
                    string value = code + " " + Value(signature.ReadConstant((ConstantTypeCode)code));
                    return signature.RemainingBytes == 0
                        ? value
                        : value + " enum " + Tsv.Token(signature.ReadTypeHandle());
            }
        }

        static string Value(object? value) => value switch
        {
            bool truth => truth ? "true" : "false",
            char unit => "'" + ((int)unit).ToString("x4"),
            float number => "bits:" + BitConverter.SingleToInt32Bits(number).ToString("x8"),
            double number => "bits:" + BitConverter.DoubleToInt64Bits(number).ToString("x16"),
            _ => FormattableString.Invariant($"{value}"),
        };

        static string Rest(BlobReader rest) =>
            BitConverter.ToString(rest.ReadBytes(rest.RemainingBytes)).Replace("-", "").ToLowerInvariant();
    }
}
