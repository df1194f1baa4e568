// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Tiptoe.MetadataDump
{
    /// <summary>A managed file, opened. What System.Reflection.Metadata cannot open is no managed file.</summary>
    sealed class Module : IDisposable
    {
        readonly PEReader image;

        Module(string file, PEReader image)
        {
            File = file;
            this.image = image;

            // Without options: no projection of Windows Runtime types, the names are those of the metadata.
            Reader = image.GetMetadataReader(MetadataReaderOptions.None);
            Mvid = Reader.GetGuid(Reader.GetModuleDefinition().Mvid);
        }

        /// <summary>The path below the folder that was asked for, with '/'.</summary>
        public string File { get; }

        public MetadataReader Reader { get; }

        public Guid Mvid { get; }

        /// <summary>The managed *.dll and *.exe in a folder, by path in the order of UTF-16 code units.</summary>
        public static IEnumerable<Module> AllIn(string directory, SearchOption depth) =>
            Directory.EnumerateFiles(directory, "*", depth)
                .Where(IsCandidate)
                .Select(path => (Path: path, File: Path.GetRelativePath(directory, path).Replace('\\', '/')))
                .OrderBy(found => found.File, StringComparer.Ordinal)
                .Select(found => Open(found.Path, found.File))
                .OfType<Module>();

        public IEnumerable<EntityHandle> Rows(TableIndex table) =>
            Enumerable.Range(1, Reader.GetTableRowCount(table)).Select(row => MetadataTokens.EntityHandle(table, row));

        public void Dispose() => image.Dispose();

        static bool IsCandidate(string path) =>
            path.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)
            || path.EndsWith(".exe", StringComparison.OrdinalIgnoreCase);

        static Module? Open(string path, string file)
        {
            var image = new PEReader(
                new MemoryStream(System.IO.File.ReadAllBytes(path)), PEStreamOptions.PrefetchMetadata);
            try
            {
                if (image.HasMetadata)
                {
                    return new Module(file, image);
                }
            }
            catch (BadImageFormatException)
            {
            }
            image.Dispose();
            return null;
        }
    }
}
