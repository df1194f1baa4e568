// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Tiptoe.MetadataDump
{
    /// <summary>The message is the enum's name.</summary>
    sealed class UnknownEnumException : Exception
    {
        public UnknownEnumException(string name)
            : base(name)
        {
        }
    }

    /// <summary>
    /// The underlying types of all enums in some folders, by name. An enum of the asking module comes before all others;
    /// others of one name must agree.
    /// </summary>
    sealed class Enums
    {
        readonly Dictionary<string, List<(string File, PrimitiveTypeCode Code)>> enums =
            new Dictionary<string, List<(string File, PrimitiveTypeCode Code)>>();

        public Enums(IEnumerable<string> directories)
        {
            foreach (Module module in directories.SelectMany(
                directory => Module.AllIn(directory, SearchOption.AllDirectories)))
            {
                using (module)
                {
                    Add(module);
                }
            }
        }

        /// <summary>The type of an enum; the name is followed, or not, by that of an assembly.</summary>
        public PrimitiveTypeCode Underlying(Module from, string serializedName)
        {
            string name = serializedName.Split(',')[0].Trim();
            if (!enums.TryGetValue(name, out var found))
            {
                throw new UnknownEnumException(name);
            }
            var own = found.Where(one => one.File == from.File).ToList();
            return (own.Count > 0 ? own : found).Select(one => one.Code).Distinct().Single();
        }

        void Add(Module module)
        {
            var names = new Names(module.Reader);
            foreach (TypeDefinitionHandle handle in module.Reader.TypeDefinitions)
            {
                TypeDefinition type = module.Reader.GetTypeDefinition(handle);
                if (type.BaseType.IsNil
                    || type.BaseType.Kind == HandleKind.TypeSpecification
                    || names.Of(type.BaseType) != "System.Enum")
                {
                    continue;
                }
                string name = names.Of(handle);
                if (!enums.TryGetValue(name, out var all))
                {
                    enums.Add(name, all = new List<(string File, PrimitiveTypeCode Code)>());
                }
                all.Add((module.File, Underlying(module.Reader, type)));
            }
        }

        static PrimitiveTypeCode Underlying(MetadataReader reader, TypeDefinition type)
        {
            FieldDefinition value = type.GetFields()
                .Select(reader.GetFieldDefinition)
                .First(field => (field.Attributes & FieldAttributes.Static) == 0);
            string name = value.DecodeSignature(new SignatureText(), null);
            return Enum.Parse<PrimitiveTypeCode>(name);
        }
    }
}
