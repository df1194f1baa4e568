// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Tiptoe.MetadataBench
{
    /// <summary>
    /// From the TypeRefs of modules to the TypeDefs they mean. The types of a module are indexed when the first reference
    /// leads there; where an AssemblyRef and a TypeRef lead is worked out once.
    /// </summary>
    sealed class References
    {
        readonly Dictionary<string, Domain> assemblies =
            new Dictionary<string, Domain>(StringComparer.OrdinalIgnoreCase);

        readonly List<Domain> domains = new List<Domain>();

        public References(IEnumerable<Module> modules)
        {
            foreach (Module module in modules)
            {
                MetadataReader reader = module.Reader;
                var domain = new Domain(reader);
                domains.Add(domain);
                if (reader.IsAssembly)
                {
                    assemblies.TryAdd(reader.GetString(reader.GetAssemblyDefinition().Name), domain);
                }
            }
        }

        public void Resolve(Checksum checksum)
        {
            foreach (Domain domain in domains)
            {
                for (int rid = 1; rid < domain.Resolved.Length; rid++)
                {
                    Target target = Resolve(domain, rid);
                    checksum.Add(target.Rid);
                    if (checksum.IsWhole && target.Domain is Domain there)
                    {
                        checksum.Add(there.Reader.GetString(there.Reader.GetModuleDefinition().Name));
                    }
                }
            }
        }

        Target Resolve(Domain from, int rid)
        {
            if (from.Resolved[rid].Domain == null)
            {
                from.Resolved[rid] = Search(from, from.Reader.GetTypeReference(MetadataTokens.TypeReferenceHandle(rid)));
            }
            return from.Resolved[rid];
        }

        Target Search(Domain from, TypeReference reference)
        {
            EntityHandle scope = reference.ResolutionScope;
            var name = new TypeName(0, from.Namespace(reference.Namespace), from.Reader.GetString(reference.Name));
            switch (scope.Kind)
            {
                case HandleKind.TypeReference:
                    Target around = Resolve(from, MetadataTokens.GetRowNumber(scope));
                    return around.Domain?.Find(name.In(around.Rid)) ?? default;
                case HandleKind.AssemblyReference:
                    return In(Assembly(from, (AssemblyReferenceHandle)scope), name);
                default:
                    return In(from, name);
            }
        }

        Target In(Domain? domain, TypeName name)
        {
            // A forwarder's target may forward in its turn; the limit ends circles.
            for (int hops = 0; domain != null && hops < 16; hops++)
            {
                Target found = domain.Find(name);
                if (found.Domain != null)
                {
                    return found;
                }
                EntityHandle elsewhere = domain.Forwarder(name);
                domain = elsewhere.Kind == HandleKind.AssemblyReference && !elsewhere.IsNil
                    ? Assembly(domain, (AssemblyReferenceHandle)elsewhere)
                    : null;
            }
            return default;
        }

        Domain? Assembly(Domain from, AssemblyReferenceHandle handle)
        {
            ref Domain? known = ref from.Assemblies[MetadataTokens.GetRowNumber(handle)];
            if (known == null)
            {
                assemblies.TryGetValue(from.Reader.GetString(from.Reader.GetAssemblyReference(handle).Name), out known);
            }
            return known;
        }

        /// <summary>A TypeDef of a module.</summary>
        readonly struct Target
        {
            public Target(Domain domain, int rid)
            {
                Domain = domain;
                Rid = rid;
            }

            public Domain? Domain { get; }

            public int Rid { get; }
        }

        /// <summary>A type's name in its module: the row of the type around it (0 for none), namespace and name.</summary>
        readonly struct TypeName : IEquatable<TypeName>
        {
            readonly int around;
            readonly string space;
            readonly string name;

            public TypeName(int around, string space, string name)
            {
                this.around = around;
                this.space = space;
                this.name = name;
            }

            public TypeName In(int type) => new TypeName(type, space, name);

            public bool Equals(TypeName other) => around == other.around && name == other.name && space == other.space;

            public override bool Equals(object? other) => other is TypeName name && Equals(name);

            public override int GetHashCode() =>
                unchecked((((name.GetHashCode() * 31) + space.GetHashCode()) * 31) + around);
        }

        /// <summary>A module with its types by name, and where its references lead.</summary>
        sealed class Domain
        {
            readonly Dictionary<StringHandle, string> namespaces = new Dictionary<StringHandle, string>();
            Dictionary<TypeName, int>? defined;
            Dictionary<TypeName, EntityHandle>? exported;

            public Domain(MetadataReader reader)
            {
                Reader = reader;
                Resolved = new Target[reader.GetTableRowCount(TableIndex.TypeRef) + 1];
                Assemblies = new Domain?[reader.GetTableRowCount(TableIndex.AssemblyRef) + 1];
            }

            public MetadataReader Reader { get; }

            public Target[] Resolved { get; }

            public Domain?[] Assemblies { get; }

            /// <summary>There are few namespaces, and each is the same string in the heap wherever it is named.</summary>
            public string Namespace(StringHandle handle)
            {
                if (!namespaces.TryGetValue(handle, out string? space))
                {
                    namespaces[handle] = space = Reader.GetString(handle);
                }
                return space;
            }

            public Target Find(TypeName name) =>
                (defined ??= Defined()).TryGetValue(name, out int rid) ? new Target(this, rid) : default;

            public EntityHandle Forwarder(TypeName name) =>
                (exported ??= Exported()).TryGetValue(name, out EntityHandle elsewhere) ? elsewhere : default;

            Dictionary<TypeName, int> Defined()
            {
                var types = new Dictionary<TypeName, int>(Reader.TypeDefinitions.Count);
                foreach (TypeDefinitionHandle handle in Reader.TypeDefinitions)
                {
                    TypeDefinition type = Reader.GetTypeDefinition(handle);
                    int around = MetadataTokens.GetRowNumber(type.GetDeclaringType());
                    var name = new TypeName(around, Namespace(type.Namespace), Reader.GetString(type.Name));
                    types.TryAdd(name, MetadataTokens.GetRowNumber(handle));
                }
                return types;
            }

            Dictionary<TypeName, EntityHandle> Exported()
            {
                var types = new Dictionary<TypeName, EntityHandle>(Reader.ExportedTypes.Count);
                foreach (ExportedTypeHandle handle in Reader.ExportedTypes)
                {
                    ExportedType type = Reader.GetExportedType(handle);
                    if (type.Implementation.Kind == HandleKind.AssemblyReference)
                    {
                        var name = new TypeName(0, Namespace(type.Namespace), Reader.GetString(type.Name));
                        types.TryAdd(name, type.Implementation);
                    }
                }
                return types;
            }
        }
    }
}
