// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Tiptoe.MetadataDump
{
    /// <summary>
    /// Every method with a body: token, "tiny" or "fat", maximal stack, "init" or "", token of the locals, size of the
    /// IL, its hash, number of instructions, then each exception region.
    ///
    /// <code>
    /// region = kind " " try offset "+" try length " " handler offset "+" handler length [ " " type token | " " filter offset ]
    /// </code>
    /// </summary>
    sealed class Bodies : ISection
    {
        const int TinyFormat = 2;

        public void Dump(Module module, Tsv tsv)
        {
            foreach (EntityHandle row in module.Rows(TableIndex.MethodDef))
            {
                MethodDefinition method = module.Reader.GetMethodDefinition((MethodDefinitionHandle)row);
                if (HasIl(method))
                {
                    tsv.Row(Fields(module.Image, method).Prepend(Tsv.Token(row)).ToArray());
                }
            }
        }

        static bool HasIl(MethodDefinition method) => IsIl(method) && Damaged.Or("?", () => Rva(method)) != "0";

        static string Rva(MethodDefinition method) => method.RelativeVirtualAddress.ToString();

        static bool IsIl(MethodDefinition method) =>
            (method.ImplAttributes & System.Reflection.MethodImplAttributes.CodeTypeMask)
                == System.Reflection.MethodImplAttributes.IL;

        static IEnumerable<string> Fields(PEReader image, MethodDefinition method)
        {
            try
            {
                return Read(image, method.RelativeVirtualAddress);
            }
            catch (BadImageFormatException)
            {
                return new[] { "?" };
            }
        }

        static IEnumerable<string> Read(PEReader image, int rva)
        {
            MethodBodyBlock body = image.GetMethodBody(rva);
            bool tiny = (image.GetSectionData(rva).GetReader().ReadByte() & 3) == TinyFormat;
            return new[]
            {
                tiny ? "tiny" : "fat",
                body.MaxStack.ToString(),
                body.LocalVariablesInitialized ? "init" : "",
                Tsv.Token(body.LocalSignature),
                body.GetILReader().Length.ToString(),
                Fnv1a.Of(body.GetILReader()),
                Instructions(body.GetILReader()),
            }.Concat(body.ExceptionRegions.Select(Region));
        }

        static string Region(ExceptionRegion region)
        {
            string detail = region.Kind switch
            {
                ExceptionRegionKind.Catch => " " + Tsv.Token(region.CatchType),
                ExceptionRegionKind.Filter => " " + region.FilterOffset,
                _ => "",
            };
            return region.Kind.ToString().ToLowerInvariant() + " " + region.TryOffset + "+" + region.TryLength + " "
                + region.HandlerOffset + "+" + region.HandlerLength + detail;
        }

        static string Instructions(BlobReader il)
        {
            int count = 0;
            while (il.RemainingBytes > 0)
            {
                int size = Operands.SizeNext(ref il);
                if (size < 0 || size > il.RemainingBytes)
                {
                    return "?";
                }
                il.Offset += size;
                count++;
            }
            return count.ToString();
        }
    }

    /// <summary>The sizes of instructions' operands, as System.Reflection.Emit knows them.</summary>
    static class Operands
    {
        const byte TwoBytes = 0xfe;

        static readonly Dictionary<short, OperandType> Types = typeof(OpCodes).GetFields()
            .Select(field => (OpCode)field.GetValue(null)!)
            .Where(code => code.OpCodeType != OpCodeType.Nternal)
            .ToDictionary(code => code.Value, code => code.OperandType);

        /// <summary>Reads an opcode: the size of the operands that follow, or -1 if it is none.</summary>
        public static int SizeNext(ref BlobReader il)
        {
            int code = il.ReadByte();
            if (code == TwoBytes && il.RemainingBytes > 0)
            {
                code = code << 8 | il.ReadByte();
            }
            return Types.TryGetValue((short)code, out OperandType type) ? Size(type, il) : -1;
        }

        static int Size(OperandType type, BlobReader il)
        {
            switch (type)
            {
                case OperandType.InlineNone:
                    return 0;
                case OperandType.ShortInlineBrTarget:
                case OperandType.ShortInlineI:
                case OperandType.ShortInlineVar:
                    return 1;
                case OperandType.InlineVar:
                    return 2;
                case OperandType.InlineI8:
                case OperandType.InlineR:
                    return 8;
                case OperandType.InlineSwitch:
                    return il.RemainingBytes < 4 ? -1 : (int)Math.Min(4 + 4 * (long)il.ReadUInt32(), int.MaxValue);
                default:
                    return 4;
            }
        }
    }
}
