// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.IO;
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

        /// <summary>
        /// Prints every TypeRef and the TypeDef that it means, given the names of the files in the modules' order.
        /// </summary>
        public void Print(IReadOnlyList<string> files, TextWriter output)
        {
            var fileOf = new Dictionary<Domain, string>();
            for (int i = 0; i < files.Count; i++)
            {
                fileOf[domains[i]] = files[i];
            }
            Span<char> token = stackalloc char[8];
            foreach (Domain domain in domains)
            {
                var names = new TypeNames(domain.Reader);
                string begin = fileOf[domain] + "\t0x";
                for (int rid = 1; rid < domain.Resolved.Length; rid++)
                {
                    output.Write(begin);
                    Listings.Token(TableIndex.TypeRef, rid, token);
                    output.Write(token);
                    output.Write('\t');
                    output.Write(names.OfReference(rid));
                    Target target = Resolve(domain, rid);
                    if (target.Domain == null)
                    {
                        output.Write("\tunresolved\t\t\t\t\n");
                        continue;
                    }
                    output.Write("\tresolved\t");
                    output.Write(fileOf[target.Domain]);
                    output.Write("\t0x");
                    Listings.Token(TableIndex.TypeDef, target.Rid, token);
                    output.Write(token);
                    output.Write(target.IsHigher ? "\thigher\t" : "\texact\t");
                    output.Write((char)('0' + target.Hops));
                    output.Write('\n');
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
                    return around.Domain != null && around.Domain.Find(name.In(around.Rid)) is int nested && nested != 0
                        ? new Target(around.Domain, nested, around.Hops, around.IsHigher)
                        : default;
                case HandleKind.AssemblyReference:
                    return In(Assembly(from, (AssemblyReferenceHandle)scope), name);
                default:
                    return In(new Bound(from, false), name);
            }
        }

        Target In(Bound first, TypeName name)
        {
            Domain? domain = first.Domain;
            bool isHigher = first.IsHigher;

            // A forwarder's target may forward in its turn; the limit ends circles.
            for (int hops = 0; domain != null && hops < 16; hops++)
            {
                int found = domain.Find(name);
                if (found != 0)
                {
                    return new Target(domain, found, (short)hops, isHigher);
                }
                EntityHandle elsewhere = domain.Forwarder(name);
                if (elsewhere.Kind != HandleKind.AssemblyReference || elsewhere.IsNil)
                {
                    return default;
                }
                Bound next = Assembly(domain, (AssemblyReferenceHandle)elsewhere);
                domain = next.Domain;
                isHigher |= next.IsHigher;
            }
            return default;
        }

        Bound Assembly(Domain from, AssemblyReferenceHandle handle)
        {
            ref Bound known = ref from.Assemblies[MetadataTokens.GetRowNumber(handle)];
            if (known.Domain == null)
            {
                AssemblyReference reference = from.Reader.GetAssemblyReference(handle);
                if (assemblies.TryGetValue(from.Reader.GetString(reference.Name), out Domain? domain))
                {
                    known = new Bound(domain, domain.Reader.GetAssemblyDefinition().Version > reference.Version);
                }
            }
            return known;
        }

        /// <summary>An assembly that a reference means, and whether its version is higher than the reference's.</summary>
        readonly struct Bound
        {
            public Bound(Domain domain, bool isHigher)
            {
                Domain = domain;
                IsHigher = isHigher;
            }

            public Domain? Domain { get; }

            public bool IsHigher { get; }
        }

        /// <summary>A TypeDef of a module, and how a reference leads there.</summary>
        readonly struct Target
        {
            public Target(Domain domain, int rid, short hops, bool isHigher)
            {
                Domain = domain;
                Rid = rid;
                Hops = hops;
                IsHigher = isHigher;
            }

            public Domain? Domain { get; }

            public int Rid { get; }

            /// <summary>The number of forwarders on the way.</summary>
            public short Hops { get; }

            /// <summary>Whether any assembly on the way has a higher version than is referred to.</summary>
            public bool IsHigher { get; }
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
                Assemblies = new Bound[reader.GetTableRowCount(TableIndex.AssemblyRef) + 1];
            }

            public MetadataReader Reader { get; }

            public Target[] Resolved { get; }

            public Bound[] Assemblies { get; }

            /// <summary>There are few namespaces, and each is the same string in the heap wherever it is named.</summary>
            public string Namespace(StringHandle handle)
            {
                if (!namespaces.TryGetValue(handle, out string? space))
                {
                    namespaces[handle] = space = Reader.GetString(handle);
                }
                return space;
            }

            /// <summary>Returns the row of a type; 0 when it is not defined here.</summary>
            public int Find(TypeName name) => (defined ??= Defined()).TryGetValue(name, out int rid) ? rid : 0;

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
