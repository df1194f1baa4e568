// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Loader;

namespace Tiptoe.Bindings
{
    /// <summary>
    /// Two versions of an assembly Parts, whose types have other tokens in each, and an assembly Machine that refers to
    /// the first.
    /// </summary>
    sealed class Versions
    {
        readonly string folder;

        Versions(string folder) => this.folder = folder;

        string Parts(int version) => Path.Combine(folder, "parts" + version, "Parts.dll");

        string Machine => Path.Combine(folder, "Machine.dll");

        public static Versions Write(string folder)
        {
            var versions = new Versions(folder);
            versions.WriteParts(1, "Bolt", "Nut");
            versions.WriteParts(2, "Washer", "Nut", "Bolt");
            versions.WriteMachine();
            return versions;
        }

        void WriteParts(int version, params string[] names)
        {
            PersistedAssemblyBuilder assembly = Builder("Parts", version);
            ModuleBuilder module = assembly.DefineDynamicModule("Parts");
            foreach (string name in names)
            {
                TypeBuilder type = module.DefineType("Parts." + name, TypeAttributes.Public);
                type.DefineField("Size", typeof(int), FieldAttributes.Public);
                type.DefineDefaultConstructor(MethodAttributes.Public);
                TypeBuilder thread = type.DefineNestedType("Thread", TypeAttributes.NestedPublic);
                type.CreateType();
                thread.CreateType();
            }
            Directory.CreateDirectory(Path.GetDirectoryName(Parts(version))!);
            assembly.Save(Parts(version));
        }

        void WriteMachine()
        {
            Assembly parts = new AssemblyLoadContext("builder", isCollectible: true).LoadFromAssemblyPath(Parts(1));
            PersistedAssemblyBuilder assembly = Builder("Machine", 1);
            TypeBuilder type = assembly.DefineDynamicModule("Machine").DefineType("Machines.Machine", TypeAttributes.Public);
            foreach (string name in new[] { "Bolt", "Nut", "Bolt+Thread", "Nut+Thread" })
            {
                Type part = parts.GetType("Parts." + name)!;
                type.DefineField("Own" + name, part, FieldAttributes.Public);
                type.DefineField("All" + name, typeof(List<>).MakeGenericType(part), FieldAttributes.Public);
            }
            MethodBuilder work = type.DefineMethod("Work", MethodAttributes.Public | MethodAttributes.Static, typeof(int), Type.EmptyTypes);
            ILGenerator il = work.GetILGenerator();
            Type bolt = parts.GetType("Parts.Bolt")!;
            il.Emit(OpCodes.Newobj, bolt.GetConstructor(Type.EmptyTypes)!);
            il.Emit(OpCodes.Ldfld, bolt.GetField("Size")!);
            il.Emit(OpCodes.Ret);
            type.CreateType();
            assembly.Save(Machine);
        }

        static PersistedAssemblyBuilder Builder(string name, int version) =>
            new PersistedAssemblyBuilder(
                new AssemblyName(name) { Version = new Version(version, 0, 0, 0) }, typeof(object).Assembly);

        /// <summary>A context for each version that brings its own, some of them collectible, and runs the machine.</summary>
        public IEnumerable<AssemblyLoadContext> LoadAll()
        {
            foreach ((int version, bool collectible) in new[] { (1, false), (2, true), (2, false), (1, true) })
            {
                var context = new AssemblyLoadContext("parts " + version, collectible);
                context.Resolving += (own, wanted) => wanted.Name == "Parts" ? own.LoadFromAssemblyPath(Parts(version)) : null;
                context.LoadFromAssemblyPath(Machine).GetType("Machines.Machine")!.GetMethod("Work")!.Invoke(null, null);
                context.LoadFromAssemblyPath(typeof(Versions).Assembly.Location);
                yield return context;
            }
        }
    }
}
