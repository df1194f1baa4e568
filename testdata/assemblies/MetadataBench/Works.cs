// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Tiptoe.MetadataBench
{
    /// <summary>The works over one folder, each beginning with modules of which nothing is known yet.</summary>
    sealed class Works
    {
        const int RandomNames = 1_000_000;

        readonly List<(string Path, MappedFile File)> files;

        public Works(string directory)
        {
            files = Directory.GetFiles(directory, "*.dll")
                .OrderBy(path => path, StringComparer.Ordinal)
                .Select(path => (path, MappedFile.Open(path)))
                .Where(file => IsManaged(file.Item2))
                .ToList();
        }

        /// <summary>Opens what the work needs, which is no part of it, as a rule.</summary>
        public Action<Checksum> Prepare(string work)
        {
            if (work == "open")
            {
                return Open;
            }
            List<Module> modules = files.Select(file => Module.Of(file.File)!).ToList();
            switch (work)
            {
                case "names":
                    return checksum => modules.ForEach(
                        module => Names(new MethodNames(module.Reader).Of, module.Reader, checksum));
                case "names-plain":
                    return checksum => modules.ForEach(
                        module => Names(new PlainNames(module.Reader).Of, module.Reader, checksum));
                case "random":
                    MetadataReader largest = Largest(modules);
                    return checksum => Random(new MethodNames(largest).Of, largest, checksum);
                case "random-plain":
                    MetadataReader big = Largest(modules);
                    return checksum => Random(new PlainNames(big).Of, big, checksum);
                case "references":
                    return checksum => new References(modules).Resolve(checksum);
                default:
                    throw new ArgumentException(work);
            }
        }

        static bool IsManaged(MappedFile file)
        {
            using Module? module = Module.Of(file);
            return module != null;
        }

        static int Methods(MetadataReader reader) => reader.GetTableRowCount(TableIndex.MethodDef);

        static MetadataReader Largest(List<Module> modules) =>
            modules.Select(module => module.Reader).OrderByDescending(Methods).First();

        void Open(Checksum checksum)
        {
            foreach ((string path, _) in files)
            {
                using Module module = Module.Open(path)!;
                MetadataReader reader = module.Reader;
                checksum.Add(module.Mvid);
                checksum.Add(reader.IsAssembly ? reader.GetString(reader.GetAssemblyDefinition().Name) : "");
            }
        }

        static void Names(Func<int, string> nameOf, MetadataReader reader, Checksum checksum)
        {
            int methods = Methods(reader);
            for (int rid = 1; rid <= methods; rid++)
            {
                checksum.Add(nameOf(rid));
            }
        }

        static void Random(Func<int, string> nameOf, MetadataReader reader, Checksum checksum)
        {
            uint methods = (uint)Methods(reader);
            ulong state = 1;
            for (int i = 0; i < RandomNames; i++)
            {
                // Knuth's generator, whose high bits are good; the other side uses the same.
                state = unchecked((state * 6364136223846793005) + 1442695040888963407);
                checksum.Add(nameOf(1 + (int)((state >> 33) % methods)));
            }
        }
    }
}
