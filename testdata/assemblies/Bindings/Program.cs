// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;

[assembly: AssemblyVersion("1.0.0.0")]

namespace Tiptoe.Bindings
{
    /// <summary>
    /// Loads versions of one assembly into several load contexts, and prints what the references of all modules lead to.
    ///
    /// <code>Bindings.dll FOLDER|PLAN</code>
    ///
    /// The versions are written into that empty folder, or loaded as the lines of a file say, see Plan.cs. A line is a
    /// module, the token of a TypeRef or MemberRef in it,
    /// and the module and token that it means; a module is named by its address, which is its ModuleID. What the
    /// runtime cannot bind, or only with type arguments at hand, has the name of an exception in place of the target.
    /// </summary>
    static class Program
    {
        const int TypeRef = 0x01000000;
        const int MemberRef = 0x0A000000;

        static int Main(string[] args)
        {
            if (args.Length != 1)
            {
                Console.Error.WriteLine("usage: Bindings.dll FOLDER|PLAN");
                return 2;
            }
            // Kept, or the collectible ones would go.
            List<AssemblyLoadContext> contexts =
                Directory.Exists(args[0]) ? Versions.Write(args[0]).LoadAll().ToList() : Plan.Follow(args[0]);
            List<Module> modules = AssemblyLoadContext.All
                .SelectMany(context => context.Assemblies)
                .Where(assembly => !assembly.IsDynamic)
                .SelectMany(assembly => assembly.Modules)
                .ToList();
            var output = new StringWriter();
            foreach (Module module in modules)
            {
                Print(output, module, TypeRef, token => module.ResolveType(token));
                Print(output, module, MemberRef, token => module.ResolveMember(token)!);
            }
            Console.Write(output);
            GC.KeepAlive(contexts);
            return 0;
        }

        static void Print(TextWriter output, Module module, int table, Func<int, MemberInfo> resolve)
        {
            for (int token = table + 1; ; token++)
            {
                string target;
                try
                {
                    MemberInfo member = resolve(token);
                    target = Address(member.Module) + "\t0x" + member.MetadataToken.ToString("x8");
                }
                catch (ArgumentOutOfRangeException)
                {
                    // There are no more rows.
                    return;
                }
                catch (Exception e)
                {
                    target = e.GetType().Name + "\t";
                }
                output.Write(Address(module) + "\t0x" + token.ToString("x8") + "\t" + target + "\n");
            }
        }

        static readonly FieldInfo AddressField =
            typeof(Program).Module.GetType().GetField("m_pData", BindingFlags.NonPublic | BindingFlags.Instance)!;

        static string Address(Module module) => "0x" + ((IntPtr)AddressField.GetValue(module)!).ToString("x");
    }
}
