// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Text;

namespace Tiptoe.MetadataBench
{
    /// <summary>What the commands of Tiptoe print about a folder, the same lines in the same order.</summary>
    static class Listings
    {
        /// <summary>Prints file, MVID, token and name of every MethodDef in a folder and those below.</summary>
        /// <param name="naming">Makes the names of a module's rows.</param>
        public static void Names(string directory, Func<MetadataReader, Func<int, string>> naming)
        {
            using TextWriter output = Output();
            foreach ((string name, string path) in Files(directory, SearchOption.AllDirectories))
            {
                using MappedFile file = MappedFile.Open(path);
                using Module? module = Module.Of(file);
                if (module != null)
                {
                    Names(name, module, naming(module.Reader), output);
                }
            }
        }

        static void Names(string file, Module module, Func<int, string> nameOf, TextWriter output)
        {
            string begin = $"{file}\t{module.Mvid:D}\t0x";
            int methods = module.Reader.GetTableRowCount(TableIndex.MethodDef);
            Span<char> token = stackalloc char[8];
            for (int rid = 1; rid <= methods; rid++)
            {
                output.Write(begin);
                Token(TableIndex.MethodDef, rid, token);
                output.Write(token);
                output.Write('\t');
                output.Write(nameOf(rid));
                output.Write('\n');
            }
        }

        /// <summary>
        /// Prints every TypeRef of the modules in a folder and the TypeDef that it means: file, token, name, status, target
        /// file, target token, tier, hops.
        /// </summary>
        public static void References(string directory)
        {
            var files = new List<(string Name, Module Module)>();
            foreach ((string name, string path) in Files(directory, SearchOption.TopDirectoryOnly))
            {
                if (Module.Of(MappedFile.Open(path)) is Module module)
                {
                    files.Add((name, module));
                }
            }
            using TextWriter output = Output();
            new References(files.Select(file => file.Module)).Print(files.Select(file => file.Name).ToList(), output);
        }

        public static void Token(TableIndex table, int rid, Span<char> to) =>
            ((((int)table) << 24) | rid).TryFormat(to, out _, "x8");

        static TextWriter Output() =>
            new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false), 1 << 16);

        static IEnumerable<(string Name, string Path)> Files(string directory, SearchOption which) =>
            Directory.GetFiles(directory, "*.dll", which)
                .Select(path => (Name: Path.GetRelativePath(directory, path), Path: path))
                .OrderBy(file => file.Name, StringComparer.Ordinal);
    }
}
