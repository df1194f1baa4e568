// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Immutable;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Tiptoe.MetadataDump
{
    /// <summary>
    /// Every custom attribute of a module: token, parent, constructor, then each argument.
    ///
    /// <code>
    /// argument = [ ( "field " | "property " ) name "=" ] type " " value
    /// type     = primitive by its System name | "Type" | "enum " name | type "[]"
    /// value    = "null" | "true" | "false" | number | "'" code unit in hexadecimal | "bits:" of a floating-point number
    ///          | """ string """ | "typeof(" serialized name ")" | "[" [ argument *( "," argument ) ] "]"
    /// </code>
    ///
    /// An enum is named as reflection names it: with the assembly of its TypeRef, or by the text in the value.
    /// </summary>
    sealed class Attributes : ISection
    {
        readonly Enums enums;

        public Attributes(Enums enums)
        {
            this.enums = enums;
        }

        public void Dump(Module module, Tsv tsv)
        {
            var types = new AttributeTypes(module, enums);
            foreach (EntityHandle row in module.Rows(TableIndex.CustomAttribute))
            {
                CustomAttribute attribute = module.Reader.GetCustomAttribute((CustomAttributeHandle)row);
                tsv.Row(
                    new[] { Tsv.Token(row), Tsv.Token(attribute.Parent), Tsv.Token(attribute.Constructor) }
                        .Concat(Decoded(attribute, types))
                        .ToArray());
            }
        }

        static string[] Decoded(CustomAttribute attribute, AttributeTypes types)
        {
            try
            {
                CustomAttributeValue<AttributeType> value = attribute.DecodeValue(types);
                return value.FixedArguments.Select(fixedOne => Argument(fixedOne.Type, fixedOne.Value))
                    .Concat(value.NamedArguments.Select(
                        named => named.Kind.ToString().ToLowerInvariant() + " " + named.Name + "="
                            + Argument(named.Type, named.Value)))
                    .ToArray();
            }
            catch (BadImageFormatException)
            {
                return new[] { "?" };
            }
            catch (UnknownEnumException e)
            {
                return new[] { "?enum " + e.Message };
            }
        }

        static string Argument(AttributeType type, object? value) => type.Text + " " + Value(value);

        static string Value(object? value) => value switch
        {
            null => "null",
            bool truth => truth ? "true" : "false",
            char unit => "'" + ((int)unit).ToString("x4"),
            float number => "bits:" + BitConverter.SingleToInt32Bits(number).ToString("x8"),
            double number => "bits:" + BitConverter.DoubleToInt64Bits(number).ToString("x16"),
            string text => "\"" + text + "\"",
            AttributeType { Serialized: null } => "null",
            AttributeType type => "typeof(" + type.Serialized + ")",
            ImmutableArray<CustomAttributeTypedArgument<AttributeType>> all =>
                "[" + string.Join(",", all.Select(one => Argument(one.Type, one.Value))) + "]",
            _ => FormattableString.Invariant($"{value}"),
        };
    }

    /// <summary>A type of an attribute's argument, or one that is an argument.</summary>
    sealed class AttributeType
    {
        public AttributeType(string? text)
        {
            Text = text ?? "";
            Serialized = text;
        }

        /// <summary>How it is printed.</summary>
        public string Text { get; set; }

        /// <summary>Its name as metadata has it; null for the null reference.</summary>
        public string? Serialized { get; }
    }

    /// <summary>Makes the types of attributes' arguments.</summary>
    sealed class AttributeTypes : ICustomAttributeTypeProvider<AttributeType>
    {
        static readonly AttributeType SystemType = new AttributeType("Type");

        readonly Module module;
        readonly Names names;
        readonly Enums enums;

        public AttributeTypes(Module module, Enums enums)
        {
            this.module = module;
            this.enums = enums;
            names = new Names(module.Reader);
        }

        public AttributeType GetPrimitiveType(PrimitiveTypeCode code) => new AttributeType(code.ToString());

        public AttributeType GetSystemType() => SystemType;

        public bool IsSystemType(AttributeType type) => type == SystemType;

        public AttributeType GetSZArrayType(AttributeType element) => new AttributeType(element.Text + "[]");

        public AttributeType GetTypeFromDefinition(
            MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) => FromRow(handle, "");

        public AttributeType GetTypeFromReference(
            MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind)
        {
            EntityHandle scope = handle;
            while (scope.Kind == HandleKind.TypeReference)
            {
                scope = reader.GetTypeReference((TypeReferenceHandle)scope).ResolutionScope;
            }
            return FromRow(handle, scope.Kind == HandleKind.AssemblyReference && !scope.IsNil
                ? ", " + reader.GetAssemblyReference((AssemblyReferenceHandle)scope).GetAssemblyName().FullName
                : "");
        }

        public AttributeType GetTypeFromSerializedName(string? name) => new AttributeType(name);

        public PrimitiveTypeCode GetUnderlyingEnumType(AttributeType type)
        {
            type.Text = "enum " + type.Serialized;
            return enums.Underlying(module, type.Serialized!);
        }

        AttributeType FromRow(EntityHandle row, string assembly)
        {
            string name = names.Of(row);
            return name == "System.Type" ? SystemType : new AttributeType(name + assembly);
        }
    }
}
