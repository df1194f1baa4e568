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
        Module(string path, string file, PEReader image)
        {
            Path = path;
            File = file;
            Image = image;

            // Without options: no projection of Windows Runtime types, the names are those of the metadata.
            Reader = image.GetMetadataReader(MetadataReaderOptions.None);
            Mvid = Reader.GetGuid(Reader.GetModuleDefinition().Mvid);
        }

        public string Path { get; }

        /// <summary>The path below the folder that was asked for, with '/'.</summary>
        public string File { get; }

        public PEReader Image { get; }

        public MetadataReader Reader { get; }

        public Guid Mvid { get; }

        /// <summary>The managed *.dll and *.exe in a folder, by path in the order of UTF-16 code units.</summary>
        public static IEnumerable<Module> AllIn(string directory, SearchOption depth) =>
            Directory.EnumerateFiles(directory, "*", depth)
                .Where(IsCandidate)
                .Select(path => (Path: path, File: System.IO.Path.GetRelativePath(directory, path).Replace('\\', '/')))
                .OrderBy(found => found.File, StringComparer.Ordinal)
                .Select(found => Open(found.Path, found.File))
                .OfType<Module>();

        public IEnumerable<EntityHandle> Rows(TableIndex table) =>
            Enumerable.Range(1, Reader.GetTableRowCount(table)).Select(row => MetadataTokens.EntityHandle(table, row));

        /// <summary>What a manifest resource of this file holds, which begins with its length.</summary>
        public BlobReader Resource(long offset)
        {
            int rva = Image.PEHeaders.CorHeader!.ResourcesDirectory.RelativeVirtualAddress;
            BlobReader resource = Image.GetSectionData(rva).GetReader();
            if (offset > resource.Length)
            {
                throw new BadImageFormatException();
            }
            resource.Offset = (int)offset;
            int length = resource.ReadInt32();
            return resource.RemainingBytes < length ? throw new BadImageFormatException() : Slice(resource, length);
        }

        public void Dispose() => Image.Dispose();

        static unsafe BlobReader Slice(BlobReader from, int length) => new BlobReader(from.CurrentPointer, length);

        static bool IsCandidate(string path) =>
            path.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)
            || path.EndsWith(".exe", StringComparison.OrdinalIgnoreCase);

        static Module? Open(string path, string file)
        {
            var image = new PEReader(new MemoryStream(System.IO.File.ReadAllBytes(path)));
            try
            {
                if (image.HasMetadata)
                {
                    return new Module(path, file, image);
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
