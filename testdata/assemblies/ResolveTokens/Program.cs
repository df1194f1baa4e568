// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

namespace Tiptoe.ResolveTokens
{
    /// <summary>
    /// Loads the assemblies of a folder and has the runtime resolve their references: what it says is what it does.
    ///
    /// <code>ResolveTokens FOLDER</code>
    ///
    /// TSV: file, token of a TypeRef, MemberRef or MethodSpec, name of the module that has the target, token there; or in
    /// place of the last two "!" and the exception. Type parameters stand for System.Object, where it satisfies their
    /// constraints.
    /// </summary>
    static class Program
    {
        const int TypeRef = 0x01000000, MemberRef = 0x0a000000, MethodSpec = 0x2b000000;

        static readonly Type[] Context = Enumerable.Repeat(typeof(object), 100).ToArray();

        static int Main(string[] args)
        {
            using (var output = new StreamWriter(Console.OpenStandardOutput()))
            {
                output.NewLine = "\n";
                foreach (string file in Directory.GetFiles(args[0], "*.dll").OrderBy(file => file, StringComparer.Ordinal))
                {
                    foreach (Module module in Loaded(file))
                    {
                        Resolve(module, TypeRef, Path.GetFileName(file), output);
                        Resolve(module, MemberRef, Path.GetFileName(file), output);
                        Resolve(module, MethodSpec, Path.GetFileName(file), output);
                    }
                }
            }
            return 0;
        }

        static IEnumerable<Module> Loaded(string file)
        {
            try
            {
                Module core = typeof(object).Module;
                return new[] { file.EndsWith(core.ScopeName) ? core : Assembly.LoadFrom(file).ManifestModule };
            }
            catch (Exception e) when (e is BadImageFormatException || e is FileLoadException)
            {
                Console.Error.WriteLine(e.Message);
                return Array.Empty<Module>();
            }
        }

        static void Resolve(Module module, int table, string file, TextWriter output)
        {
            for (int token = table + 1; ; token++)
            {
                string answer;
                try
                {
                    MemberInfo target = module.ResolveMember(token, Context, Context)!;
                    answer = target.Module.ScopeName + "\t0x" + target.MetadataToken.ToString("x8");
                }
                catch (ArgumentOutOfRangeException)
                {
                    return;
                }
                catch (Exception e)
                {
                    answer = "!\t" + e.GetType().Name;
                }
                output.WriteLine(file + "\t0x" + token.ToString("x8") + "\t" + answer);
            }
        }
    }
}
