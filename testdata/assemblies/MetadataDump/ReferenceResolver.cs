// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Metadata;

namespace Tiptoe.MetadataDump
{
    enum Status
    {
        Resolved,
        Ambiguous,
        Unresolved,
    }

    /// <summary>How well a module fits an AssemblyRef, best first.</summary>
    enum Tier
    {
        Exact,
        Higher,
        Other,
    }

    /// <summary>A TypeDef. Two files with the same MVID are one module.</summary>
    sealed class Target
    {
        public Target(Module module, TypeDefinitionHandle type)
        {
            Module = module;
            Type = type;
        }

        public Module Module { get; }

        public TypeDefinitionHandle Type { get; }

        public bool IsSameAs(Target other) => Module.Mvid == other.Module.Mvid && Type == other.Type;
    }

    /// <summary>
    /// Where a reference leads: nowhere, to one TypeDef, or to several different ones. The tier is the worst and the hops
    /// are the most that any of the ways there took; with one target, those of the first way.
    /// </summary>
    sealed class Answer
    {
        public static readonly Answer None = new Answer(new List<Target>(), Tier.Exact, 0);

        public Answer(List<Target> targets, Tier tier, int hops)
        {
            Targets = targets;
            Tier = tier;
            Hops = hops;
        }

        public List<Target> Targets { get; }

        public Tier Tier { get; }

        public int Hops { get; }

        public Status Status =>
            Targets.Count == 0 ? Status.Unresolved : Targets.Count == 1 ? Status.Resolved : Status.Ambiguous;

        public static Answer To(Target target) => new Answer(new List<Target> { target }, Tier.Exact, 0);

        /// <summary>The answer after one more step on the way: a tier that was used, a forwarder that was followed.</summary>
        public Answer After(Tier tier, int hops) =>
            new Answer(Targets, (Tier)Math.Max((int)Tier, (int)tier), Hops + hops);

        public static Answer Combine(IEnumerable<Answer> answers)
        {
            List<Answer> found = answers.Where(answer => answer.Status != Status.Unresolved).ToList();
            var targets = new List<Target>();
            foreach (Target target in found.SelectMany(answer => answer.Targets))
            {
                if (!targets.Any(target.IsSameAs))
                {
                    targets.Add(target);
                }
            }
            return targets.Count switch
            {
                0 => None,
                1 => found[0],
                _ => new Answer(targets, found.Max(answer => answer.Tier), found.Max(answer => answer.Hops)),
            };
        }
    }

    /// <summary>
    /// Finds the TypeDef of a TypeRef among given modules and nowhere else. One rule for one case, nothing cached but the
    /// names of the types.
    /// </summary>
    sealed class ReferenceResolver
    {
        readonly List<LoadedModule> modules;

        public ReferenceResolver(IEnumerable<Module> modules)
        {
            this.modules = modules.Select(module => new LoadedModule(module)).ToList();
        }

        public Answer Resolve(Module from, TypeReferenceHandle reference) =>
            Resolve(modules.Single(loaded => loaded.Module == from), reference);

        Answer Resolve(LoadedModule from, TypeReferenceHandle handle)
        {
            MetadataReader reader = from.Module.Reader;
            TypeReference reference = reader.GetTypeReference(handle);
            var name = (Namespace: reader.GetString(reference.Namespace), Name: reader.GetString(reference.Name));
            EntityHandle scope = reference.ResolutionScope;

            if (scope.IsNil)
            {
                return InModule(from, name, new List<LoadedModule>());
            }
            switch (scope.Kind)
            {
                case HandleKind.AssemblyReference:
                    return InAssembly(from, (AssemblyReferenceHandle)scope, name, new List<LoadedModule>());
                case HandleKind.TypeReference:
                    return Nested(Resolve(from, (TypeReferenceHandle)scope), name);
                case HandleKind.ModuleReference:
                    string module = reader.GetString(reader.GetModuleReference((ModuleReferenceHandle)scope).Name);
                    return Answer.Combine(
                        modules
                            .Where(loaded => Same(loaded.Name, module))
                            .Select(loaded => InModule(loaded, name, new List<LoadedModule>())));
                default:
                    return InModule(from, name, new List<LoadedModule>());
            }
        }

        /// <summary>The types of this name that the best fitting modules define or forward.</summary>
        Answer InAssembly(
            LoadedModule from,
            AssemblyReferenceHandle handle,
            (string Namespace, string Name) name,
            List<LoadedModule> trail)
        {
            AssemblyName wanted = from.Module.Reader.GetAssemblyReference(handle).GetAssemblyName();
            var candidates = modules
                .Where(loaded => loaded.Assembly != null && Same(loaded.Assembly.Name, wanted.Name))
                .GroupBy(loaded => TierOf(loaded.Assembly!, wanted))
                .OrderBy(group => group.Key)
                .FirstOrDefault();
            return candidates == null
                ? Answer.None
                : Answer.Combine(candidates.Select(loaded => InModule(loaded, name, trail).After(candidates.Key, 0)));
        }

        static Tier TierOf(AssemblyName assembly, AssemblyName wanted)
        {
            bool sameIdentity =
                (assembly.GetPublicKeyToken() ?? Array.Empty<byte>())
                    .SequenceEqual(wanted.GetPublicKeyToken() ?? Array.Empty<byte>())
                && Same(assembly.CultureName, wanted.CultureName);
            if (sameIdentity && assembly.Version == wanted.Version)
            {
                return Tier.Exact;
            }
            return sameIdentity && assembly.Version > wanted.Version ? Tier.Higher : Tier.Other;
        }

        /// <summary>The type of this name that a module defines, else the one that it exports from elsewhere.</summary>
        Answer InModule(LoadedModule loaded, (string Namespace, string Name) name, List<LoadedModule> trail)
        {
            if (trail.Contains(loaded))
            {
                return Answer.None;
            }
            Answer defined = Defined(loaded, name);
            if (defined.Status != Status.Unresolved || !loaded.Exported.TryGetValue(name, out EntityHandle elsewhere))
            {
                return defined;
            }
            if (elsewhere.Kind == HandleKind.AssemblyReference)
            {
                var longer = new List<LoadedModule>(trail) { loaded };
                return InAssembly(loaded, (AssemblyReferenceHandle)elsewhere, name, longer).After(Tier.Exact, 1);
            }
            MetadataReader reader = loaded.Module.Reader;
            string file = reader.GetString(reader.GetAssemblyFile((AssemblyFileHandle)elsewhere).Name);
            return Answer.Combine(
                modules.Where(other => other.Module.File == file).Select(other => Defined(other, name)));
        }

        static Answer Defined(LoadedModule loaded, (string Namespace, string Name) name) =>
            loaded.Defined.TryGetValue(name, out TypeDefinitionHandle type)
                ? Answer.To(new Target(loaded.Module, type))
                : Answer.None;

        static Answer Nested(Answer enclosing, (string Namespace, string Name) name)
        {
            var targets = new List<Target>();
            foreach (Target outer in enclosing.Targets)
            {
                MetadataReader reader = outer.Module.Reader;
                foreach (TypeDefinitionHandle inner in reader.GetTypeDefinition(outer.Type).GetNestedTypes())
                {
                    TypeDefinition type = reader.GetTypeDefinition(inner);
                    if (reader.GetString(type.Name) == name.Name && reader.GetString(type.Namespace) == name.Namespace)
                    {
                        targets.Add(new Target(outer.Module, inner));
                        break;
                    }
                }
            }
            return new Answer(targets, enclosing.Tier, enclosing.Hops);
        }

        static bool Same(string? left, string? right) =>
            string.Equals(left ?? "", right ?? "", StringComparison.OrdinalIgnoreCase);

        /// <summary>A module with the names of its top-level types; of two types with one name the first counts.</summary>
        sealed class LoadedModule
        {
            public LoadedModule(Module module)
            {
                Module = module;
                MetadataReader reader = module.Reader;
                Name = reader.GetString(reader.GetModuleDefinition().Name);
                Assembly = reader.IsAssembly ? reader.GetAssemblyDefinition().GetAssemblyName() : null;
                foreach (TypeDefinitionHandle handle in reader.TypeDefinitions)
                {
                    TypeDefinition type = reader.GetTypeDefinition(handle);
                    if (type.GetDeclaringType().IsNil)
                    {
                        Defined.TryAdd((reader.GetString(type.Namespace), reader.GetString(type.Name)), handle);
                    }
                }
                foreach (ExportedTypeHandle handle in reader.ExportedTypes)
                {
                    ExportedType type = reader.GetExportedType(handle);
                    if (type.Implementation.Kind != HandleKind.ExportedType)
                    {
                        Exported.TryAdd(
                            (reader.GetString(type.Namespace), reader.GetString(type.Name)), type.Implementation);
                    }
                }
            }

            public Module Module { get; }

            public string Name { get; }

            /// <summary>Null for a module that is no assembly's main one.</summary>
            public AssemblyName? Assembly { get; }

            public Dictionary<(string Namespace, string Name), TypeDefinitionHandle> Defined { get; } =
                new Dictionary<(string Namespace, string Name), TypeDefinitionHandle>();

            public Dictionary<(string Namespace, string Name), EntityHandle> Exported { get; } =
                new Dictionary<(string Namespace, string Name), EntityHandle>();
        }
    }
}
