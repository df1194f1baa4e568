// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Text;

namespace Tiptoe.MetadataDump
{
    /// <summary>
    /// The rows of a module's portable PDB, be it inside the module or in a file beside it: token, then fields in the order
    /// in which they are named below. A blob is its length and hash, and behind it comes what it says.
    ///
    /// <code>
    /// point  = IL offset "@" document " " ( "hidden" | line ":" column "-" line ":" column )
    /// import = number of its kind [ " " alias "=" ] [ " " assembly ] [ " " namespace ] [ " " type ]
    /// </code>
    /// </summary>
    sealed class Symbols : ISection
    {
        public void Dump(Module module, Tsv tsv)
        {
            if (!module.Image.TryOpenAssociatedPortablePdb(
                module.Path, path => File.Exists(path) ? File.OpenRead(path) : null, out var provider, out _))
            {
                return;
            }
            using (provider)
            {
                Dump(provider!.GetMetadataReader(MetadataReaderOptions.None), tsv);
            }
        }

        static void Dump(MetadataReader pdb, Tsv tsv)
        {
            foreach (var (table, fields) in Fields(pdb))
            {
                for (int row = 1; row <= pdb.GetTableRowCount(table); row++)
                {
                    // There is no entity handle for most of these tables, only a number.
                    var token = MetadataTokens.Handle(((int)table << 24) | row);
                    tsv.Row(fields(token).Select(Rows.Text).Prepend($"0x{(int)table:x2}{row:x6}").ToArray());
                }
            }
        }

        static Dictionary<TableIndex, Func<Handle, object[]>> Fields(MetadataReader pdb)
        {
            BlobReader Blob(BlobHandle blob) => pdb.GetBlobReader(blob);
            object[] Document(Document row) => new object[]
            {
                Blob((BlobHandle)row.Name), Damaged.Or("?", () => pdb.GetString(row.Name)),
                pdb.GetGuid(row.HashAlgorithm), Blob(row.Hash), pdb.GetGuid(row.Language),
            };
            object[] Method(MethodDebugInformation row) => new object[]
            {
                (EntityHandle)row.Document, Blob(row.SequencePointsBlob), (EntityHandle)row.LocalSignature,
                Damaged.Or("?", () => string.Join(" ", row.GetSequencePoints().Select(Point))),
            };
            object[] Scope(LocalScope row) => new object[]
            {
                (EntityHandle)row.Method, (EntityHandle)row.ImportScope,
                row.GetLocalVariables().Select(one => (EntityHandle)one),
                row.GetLocalConstants().Select(one => (EntityHandle)one), row.StartOffset, row.Length,
            };
            object[] Variable(LocalVariable row) =>
                new object[] { row.Attributes, row.Index, pdb.GetString(row.Name) };
            object[] Constant(LocalConstant row) => new object[]
            {
                pdb.GetString(row.Name), Blob(row.Signature),
                Damaged.Or("?", () => LocalConstants.Text(Blob(row.Signature))),
            };
            object[] Imports(ImportScope row) => new object[]
            {
                (EntityHandle)row.Parent, Blob(row.ImportsBlob),
                Damaged.Or("?", () => string.Join(" ", row.GetImports().Select(one => Import(pdb, one)))),
            };
            object[] Custom(CustomDebugInformation row) =>
                new object[] { row.Parent, pdb.GetGuid(row.Kind), Blob(row.Value) };

            return new Dictionary<TableIndex, Func<Handle, object[]>>
            {
                [TableIndex.Document] = row => Document(pdb.GetDocument((DocumentHandle)row)),
                [TableIndex.MethodDebugInformation] =
                    row => Method(pdb.GetMethodDebugInformation((MethodDebugInformationHandle)row)),
                [TableIndex.LocalScope] = row => Scope(pdb.GetLocalScope((LocalScopeHandle)row)),
                [TableIndex.LocalVariable] = row => Variable(pdb.GetLocalVariable((LocalVariableHandle)row)),
                [TableIndex.LocalConstant] = row => Constant(pdb.GetLocalConstant((LocalConstantHandle)row)),
                [TableIndex.ImportScope] = row => Imports(pdb.GetImportScope((ImportScopeHandle)row)),
                [TableIndex.CustomDebugInformation] =
                    row => Custom(pdb.GetCustomDebugInformation((CustomDebugInformationHandle)row)),
            };
        }

        static string Point(SequencePoint point) =>
            point.Offset + "@" + Tsv.Token(point.Document) + " "
            + (point.IsHidden
                ? "hidden"
                : point.StartLine + ":" + point.StartColumn + "-" + point.EndLine + ":" + point.EndColumn);

        static string Import(MetadataReader pdb, ImportDefinition import)
        {
            string Text(BlobHandle text) => pdb.GetBlobReader(text) is var blob ? blob.ReadUTF8(blob.Length) : "";
            var text = new StringBuilder().Append((int)import.Kind);
            if (!import.Alias.IsNil)
            {
                text.Append(' ').Append(Text(import.Alias)).Append('=');
            }
            if (!import.TargetAssembly.IsNil)
            {
                text.Append(' ').Append(Tsv.Token(import.TargetAssembly));
            }
            return text.Append(import.Kind switch
            {
                ImportDefinitionKind.ImportType => " " + Tsv.Token(import.TargetType),
                ImportDefinitionKind.AliasType => " " + Tsv.Token(import.TargetType),
                ImportDefinitionKind.ImportAssemblyReferenceAlias => "",
                ImportDefinitionKind.AliasAssemblyReference => "",
                _ => " " + Text(import.TargetNamespace),
            }).ToString();
        }
    }
}
