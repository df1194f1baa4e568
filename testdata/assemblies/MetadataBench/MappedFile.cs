// SPDX-License-Identifier: Apache-2.0

using System;
using System.IO;
using System.IO.MemoryMappedFiles;

namespace Tiptoe.MetadataBench
{
    /// <summary>A file, mapped into memory until it is disposed of.</summary>
    sealed unsafe class MappedFile : IDisposable
    {
        readonly MemoryMappedFile mapping;
        readonly MemoryMappedViewAccessor view;

        MappedFile(FileStream file)
        {
            Size = (int)file.Length;
            mapping = MemoryMappedFile.CreateFromFile(
                file, null, 0, MemoryMappedFileAccess.Read, HandleInheritability.None, leaveOpen: false);
            view = mapping.CreateViewAccessor(0, Size, MemoryMappedFileAccess.Read);
            byte* pointer = null;
            view.SafeMemoryMappedViewHandle.AcquirePointer(ref pointer);
            Pointer = pointer;
        }

        public byte* Pointer { get; }

        public int Size { get; }

        public static MappedFile Open(string path) =>
            new MappedFile(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 1));

        public void Dispose()
        {
            view.SafeMemoryMappedViewHandle.ReleasePointer();
            view.Dispose();
            mapping.Dispose();
        }
    }
}
