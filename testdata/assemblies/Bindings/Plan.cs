// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;

namespace Tiptoe.Bindings
{
    /// <summary>
    /// Makes load contexts and loads assemblies into them, line by line. The words of a line are separated by tabs:
    ///
    /// <code>
    /// plain NAME             a context whose class is the runtime's own
    /// declines NAME          one of a derived class, whose Load returns nothing
    /// supplies NAME FOLDER   one whose Load loads what lies in the folder, in whatever version
    /// passing NAME FOLDER    the same, collectible
    /// borrows NAME OTHER     one whose Load returns what another context has
    /// resolves NAME FOLDER   an existing one gets a handler of Resolving that loads what lies in the folder
    /// lends NAME OTHER       ... one that returns what another context has
    /// load NAME PATH         loads an assembly into a context; so do LoadFile and LoadFrom, with a PATH alone
    /// use NAME ASSEMBLY TYPE loads a type, if the runtime can
    /// </code>
    ///
    /// The context <c>Default</c> exists already.
    /// </summary>
    sealed class Plan
    {
        readonly Dictionary<string, AssemblyLoadContext> contexts =
            new Dictionary<string, AssemblyLoadContext> { ["Default"] = AssemblyLoadContext.Default };

        public static List<AssemblyLoadContext> Follow(string file)
        {
            var plan = new Plan();
            foreach (string line in File.ReadLines(file))
            {
                plan.Do(line.Split('\t'));
            }
            return plan.contexts.Values.ToList();
        }

        void Do(string[] words)
        {
            string name = words[1];
            switch (words[0])
            {
                case "plain":
                    contexts.Add(name, new AssemblyLoadContext(name));
                    break;
                case "declines":
                    contexts.Add(name, new LoadingContext(name, false, wanted => null));
                    break;
                case "supplies":
                case "passing":
                    contexts.Add(name, new LoadingContext(name, words[0] == "passing", In(name, words[2])));
                    break;
                case "borrows":
                    contexts.Add(name, new LoadingContext(name, false, Of(words[2])));
                    break;
                case "resolves":
                    Handle(name, In(name, words[2]));
                    break;
                case "lends":
                    Handle(name, Of(words[2]));
                    break;
                case "load":
                    contexts[name].LoadFromAssemblyPath(words[2]);
                    break;
                case "LoadFile":
                    Assembly.LoadFile(name);
                    break;
                case "LoadFrom":
                    Assembly.LoadFrom(name);
                    break;
                case "use":
                    Use(contexts[name].Assemblies.First(each => each.GetName().Name == words[2]), words[3]);
                    break;
                default:
                    throw new ArgumentException(words[0]);
            }
        }

        /// <summary>What a context loads for itself from a folder.</summary>
        Func<AssemblyName, Assembly?> In(string name, string folder) => wanted =>
        {
            string path = Path.Combine(folder, wanted.Name + ".dll");
            return File.Exists(path) ? contexts[name].LoadFromAssemblyPath(path) : null;
        };

        /// <summary>What another context has, of any version.</summary>
        Func<AssemblyName, Assembly?> Of(string other) => wanted =>
            contexts[other].Assemblies.FirstOrDefault(each => each.GetName().Name == wanted.Name);

        void Handle(string name, Func<AssemblyName, Assembly?> find) =>
            contexts[name].Resolving += (own, wanted) => find(wanted);

        static void Use(Assembly assembly, string type)
        {
            try
            {
                assembly.GetType(type, true);
            }
            catch (IOException e)
            {
                // FileNotFoundException or FileLoadException, for what the type needs.
                Console.Error.WriteLine(assembly.GetName().Name + ": " + e.GetType().Name);
            }
        }

        /// <summary>A context that is asked before the default one.</summary>
        sealed class LoadingContext : AssemblyLoadContext
        {
            readonly Func<AssemblyName, Assembly?> find;

            public LoadingContext(string name, bool collectible, Func<AssemblyName, Assembly?> find)
                : base(name, collectible) => this.find = find;

            protected override Assembly? Load(AssemblyName wanted) => find(wanted);
        }
    }
}
