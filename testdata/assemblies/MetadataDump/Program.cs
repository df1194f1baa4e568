// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Text;

[assembly: System.Reflection.AssemblyVersion("1.0.0.0")]

namespace Tiptoe.MetadataDump
{
    /// <summary>
    /// The independent witness of everything that Tiptoe reads: the same lines, out of System.Reflection.Metadata. It
    /// shares no code and no table with Tiptoe; it is written to be plainly right.
    ///
    /// <code>
    /// MetadataDump names DIR                 file, mvid, token, name of every MethodDef; DIR recursively
    /// MetadataDump names DIR --tables all    of every TypeRef, TypeDef, Field, MethodDef, MemberRef, TypeSpec, MethodSpec
    /// MetadataDump refs DIR                  file, token, name, status, target file, target token, tier, hops of every
    ///                                        TypeRef; the modules in DIR, not below it, are the loaded ones
    /// MetadataDump SECTION DIR [LIBRARY]     "module" and a file, then a line for each of its rows that the section is
    ///                                        about, for every module of DIR recursively: signatures, attributes, rows,
    ///                                        bodies, symbols, names (of all tables, with LIBRARY only); the enums of
    ///                                        other modules are in DIR or LIBRARY
    /// </code>
    /// </summary>
    static class Program
    {
        static readonly TableIndex[] Methods = { TableIndex.MethodDef };

        static readonly TableIndex[] AllTables =
        {
            TableIndex.TypeRef, TableIndex.TypeDef, TableIndex.Field, TableIndex.MethodDef, TableIndex.MemberRef,
            TableIndex.TypeSpec, TableIndex.MethodSpec,
        };

        static readonly Dictionary<string, Func<IEnumerable<string>, ISection>> Sections =
            new Dictionary<string, Func<IEnumerable<string>, ISection>>
            {
                ["signatures"] = _ => new Signatures(),
                ["attributes"] = directories => new Attributes(new Enums(directories)),
                ["rows"] = _ => new Rows(),
                ["bodies"] = _ => new Bodies(),
                ["symbols"] = _ => new Symbols(),
                ["names"] = _ => new AllNames(AllTables),
            };

        static int Main(string[] args)
        {
            using var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false), 1 << 16)
            {
                NewLine = "\n",
            };
            var tsv = new Tsv(output);
            if (args.Length == 2 && args[0] == "names")
            {
                DumpNames(tsv, args[1], Methods);
            }
            else if (args.Length == 4 && args[0] == "names" && args[2] == "--tables" && args[3] == "all")
            {
                DumpNames(tsv, args[1], AllTables);
            }
            else if (args.Length == 2 && args[0] == "refs")
            {
                DumpReferences(tsv, args[1]);
            }
            else if ((args.Length == 2 || args.Length == 3) && Sections.TryGetValue(args[0], out var section))
            {
                Dump(tsv, args[1], section(args.Skip(1)));
            }
            else
            {
                Console.Error.WriteLine(
                    "usage: MetadataDump names DIR [--tables all] | refs DIR | "
                    + string.Join("|", Sections.Keys) + " DIR [LIBRARY]");
                return 2;
            }
            return 0;
        }

        static void Dump(Tsv tsv, string directory, ISection section)
        {
            foreach (Module module in Module.AllIn(directory, SearchOption.AllDirectories))
            {
                using (module)
                {
                    tsv.Row("module", module.File);
                    section.Dump(module, tsv);
                }
            }
        }

        static void DumpNames(Tsv tsv, string directory, TableIndex[] tables)
        {
            foreach (Module module in Module.AllIn(directory, SearchOption.AllDirectories))
            {
                using (module)
                {
                    var names = new Names(module.Reader);
                    string mvid = module.Mvid.ToString("D");
                    foreach (TableIndex table in tables)
                    {
                        foreach (EntityHandle row in module.Rows(table))
                        {
                            tsv.Row(module.File, mvid, Tsv.Token(row), names.Of(row));
                        }
                    }
                }
            }
        }

        static void DumpReferences(Tsv tsv, string directory)
        {
            List<Module> modules = Module.AllIn(directory, SearchOption.TopDirectoryOnly).ToList();
            var resolver = new ReferenceResolver(modules);
            foreach (Module module in modules)
            {
                var names = new Names(module.Reader);
                foreach (EntityHandle row in module.Rows(TableIndex.TypeRef))
                {
                    Answer answer = resolver.Resolve(module, (TypeReferenceHandle)row);
                    Target? target = answer.Status == Status.Resolved ? answer.Targets[0] : null;
                    tsv.Row(
                        module.File,
                        Tsv.Token(row),
                        names.Of(row),
                        answer.Status.ToString().ToLowerInvariant(),
                        target == null ? "" : target.Module.File,
                        target == null ? "" : Tsv.Token(target.Type),
                        answer.Status == Status.Unresolved ? "" : answer.Tier.ToString().ToLowerInvariant(),
                        answer.Status == Status.Unresolved ? "" : answer.Hops.ToString());
                }
            }
        }
    }
}
