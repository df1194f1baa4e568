// SPDX-License-Identifier: Apache-2.0

using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Tiptoe.MetadataBench
{
    /// <summary>The names of a module's TypeDefs and TypeRefs, each made once.</summary>
    sealed class TypeNames
    {
        readonly MetadataReader reader;
        readonly string?[] definitions;
        readonly string?[] references;

        public TypeNames(MetadataReader reader)
        {
            this.reader = reader;
            definitions = new string?[reader.GetTableRowCount(TableIndex.TypeDef) + 1];
            references = new string?[reader.GetTableRowCount(TableIndex.TypeRef) + 1];
        }

        public string OfDefinition(int rid) => definitions[rid] ??= MakeDefinition(rid);

        public string OfReference(int rid) => references[rid] ??= MakeReference(rid);

        string MakeDefinition(int rid)
        {
            TypeDefinition type = reader.GetTypeDefinition(MetadataTokens.TypeDefinitionHandle(rid));
            string name = Qualified(type.Namespace, type.Name);
            TypeDefinitionHandle outer = type.GetDeclaringType();
            return outer.IsNil ? name : OfDefinition(MetadataTokens.GetRowNumber(outer)) + "+" + name;
        }

        string MakeReference(int rid)
        {
            TypeReference type = reader.GetTypeReference(MetadataTokens.TypeReferenceHandle(rid));
            string name = Qualified(type.Namespace, type.Name);
            EntityHandle scope = type.ResolutionScope;
            return scope.IsNil || scope.Kind != HandleKind.TypeReference
                ? name
                : OfReference(MetadataTokens.GetRowNumber(scope)) + "+" + name;
        }

        string Qualified(StringHandle space, StringHandle name) =>
            space.IsNil ? reader.GetString(name) : reader.GetString(space) + "." + reader.GetString(name);
    }
}
