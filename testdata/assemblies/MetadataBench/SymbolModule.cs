// SPDX-License-Identifier: Apache-2.0

using System;
using System.IO;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Tiptoe.MetadataBench
{
    /// <summary>A module and its portable PDB, inside it or beside it.</summary>
    sealed class SymbolModule : IDisposable
    {
        readonly PEReader image;
        readonly MetadataReaderProvider symbols;
        Namesakes? namesakes;

        SymbolModule(PEReader image, MetadataReaderProvider symbols, string? pdbPath)
        {
            this.image = image;
            this.symbols = symbols;
            PdbPath = pdbPath;
            Reader = image.GetMetadataReader(MetadataReaderOptions.None);
            Pdb = symbols.GetMetadataReader(MetadataReaderOptions.None);
        }

        public MetadataReader Reader { get; }

        public MetadataReader Pdb { get; }

        /// <summary>Found when first needed, and kept.</summary>
        public Namesakes Namesakes => namesakes ??= new Namesakes(Reader);

        /// <summary>Null for a PDB inside the module.</summary>
        public string? PdbPath { get; }

        /// <summary>Opens a module that has a PDB.</summary>
        public static SymbolModule Open(string path, PEStreamOptions options = PEStreamOptions.Default)
        {
            var image = new PEReader(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 1), options);
            if (!image.TryOpenAssociatedPortablePdb(path, File.OpenRead, out MetadataReaderProvider? symbols, out string? pdb))
            {
                image.Dispose();
                throw new BadImageFormatException(path + " has no portable PDB");
            }
            return new SymbolModule(image, symbols!, pdb);
        }

        /// <summary>The last point of a method up to an offset that is not hidden; false where there is none.</summary>
        public bool Find(int rid, int offset, out SequencePoint found)
        {
            found = default;
            bool any = false;
            MethodDebugInformation method =
                Pdb.GetMethodDebugInformation(MetadataTokens.MethodDebugInformationHandle(rid));
            foreach (SequencePoint point in method.GetSequencePoints())
            {
                if (point.Offset > offset)
                {
                    break;
                }
                if (!point.IsHidden)
                {
                    found = point;
                    any = true;
                }
            }
            return any;
        }

        public string PathOf(DocumentHandle document) => Pdb.GetString(Pdb.GetDocument(document).Name);

        public void Dispose()
        {
            symbols.Dispose();
            image.Dispose();
        }
    }
}
