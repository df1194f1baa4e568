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
    /// <code>ResolveTokens FOLDER [parameters]</code>
    ///
    /// TSV: file, token of a TypeRef, MemberRef or MethodSpec, name of the module that has the target, token there; or in
    /// place of the last two "!" and the exception. Type parameters stand for System.Object, where it satisfies their
    /// constraints.
    ///
    /// With "parameters": file, token of a MethodDef, and of each of its parameters the name of the type, short and whole.
    /// </summary>
    static class Program
    {
        const int TypeRef = 0x01000000, MethodDef = 0x06000000, MemberRef = 0x0a000000, MethodSpec = 0x2b000000;

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
                        if (args.Length > 1)
                        {
                            Answer(module, MethodDef, Path.GetFileName(file), output, Parameters);
                            continue;
                        }
                        Answer(module, TypeRef, Path.GetFileName(file), output, Target);
                        Answer(module, MemberRef, Path.GetFileName(file), output, Target);
                        Answer(module, MethodSpec, Path.GetFileName(file), output, Target);
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

        static string Target(Module module, int token)
        {
            MemberInfo target = module.ResolveMember(token, Context, Context)!;
            return target.Module.ScopeName + "\t0x" + target.MetadataToken.ToString("x8");
        }

        static string Parameters(Module module, int token)
        {
            return string.Join("\t", module.ResolveMethod(token)!.GetParameters()
                .Select(parameter => parameter.ParameterType.Name + "\t" + parameter.ParameterType));
        }

        static void Answer(Module module, int table, string file, TextWriter output, Func<Module, int, string> question)
        {
            for (int token = table + 1; ; token++)
            {
                string answer;
                try
                {
                    answer = question(module, token);
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
