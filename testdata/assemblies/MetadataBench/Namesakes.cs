// SPDX-License-Identifier: Apache-2.0

using System.Collections.Generic;
using System.Reflection.Metadata;

namespace Tiptoe.MetadataBench
{
    /// <summary>The names of a module that types of several namespaces have: those are written with their namespace.</summary>
    sealed class Namesakes
    {
        readonly MetadataReader reader;
        readonly Dictionary<string, StringHandle> first = new Dictionary<string, StringHandle>();
        readonly HashSet<string> shared = new HashSet<string>();

        public Namesakes(MetadataReader reader)
        {
            this.reader = reader;
            foreach (TypeDefinitionHandle each in reader.TypeDefinitions)
            {
                TypeDefinition type = reader.GetTypeDefinition(each);
                if (type.GetDeclaringType().IsNil)
                {
                    Add(type.Name, type.Namespace);
                }
            }
            foreach (TypeReferenceHandle each in reader.TypeReferences)
            {
                TypeReference type = reader.GetTypeReference(each);
                if (type.ResolutionScope.IsNil || type.ResolutionScope.Kind != HandleKind.TypeReference)
                {
                    Add(type.Name, type.Namespace);
                }
            }
        }

        void Add(StringHandle name, StringHandle space)
        {
            string text = reader.GetString(name);
            if (!first.TryAdd(text, space) && first[text] != space && reader.GetString(first[text]) != reader.GetString(space))
            {
                shared.Add(text);
            }
        }

        /// <summary>The name of a type at top level, with its namespace where another has that name too.</summary>
        public string Qualified(string name, StringHandle space) =>
            shared.Contains(name) && !space.IsNil ? reader.GetString(space) + "." + name : name;
    }
}
