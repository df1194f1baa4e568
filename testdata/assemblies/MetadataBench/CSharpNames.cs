// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Text;

namespace Tiptoe.MetadataBench
{
    /// <summary>
    /// Names a module's methods as in C#: <c>Outer.Inner&lt;T&gt;.Buy(int, out List&lt;T&gt;)</c>. Return types are left
    /// out, and namespaces except those of namesakes. Uses the reader's own signature decoder, and caches nothing.
    /// Calling conventions of function pointers are left out.
    /// </summary>
    sealed class CSharpNames : ISignatureTypeProvider<string, CSharpNames.Parameters>
    {
        /// <summary>A type's name up to its arguments, which replace <c>`1</c>.</summary>
        const string Nullable = "?`1";

        static readonly Dictionary<string, string> Keywords = new Dictionary<string, string>
        {
            ["Void"] = "void", ["Boolean"] = "bool", ["Char"] = "char", ["SByte"] = "sbyte", ["Byte"] = "byte",
            ["Int16"] = "short", ["UInt16"] = "ushort", ["Int32"] = "int", ["UInt32"] = "uint", ["Int64"] = "long",
            ["UInt64"] = "ulong", ["Single"] = "float", ["Double"] = "double", ["Decimal"] = "decimal",
            ["String"] = "string", ["Object"] = "object", ["IntPtr"] = "nint", ["UIntPtr"] = "nuint",
            ["Nullable`1"] = Nullable,
        };

        static readonly Dictionary<string, string> Operators = new Dictionary<string, string>
        {
            ["op_UnaryPlus"] = "+", ["op_UnaryNegation"] = "-", ["op_CheckedUnaryNegation"] = "checked -",
            ["op_LogicalNot"] = "!", ["op_OnesComplement"] = "~", ["op_Increment"] = "++",
            ["op_CheckedIncrement"] = "checked ++", ["op_Decrement"] = "--", ["op_CheckedDecrement"] = "checked --",
            ["op_True"] = "true", ["op_False"] = "false", ["op_Addition"] = "+", ["op_CheckedAddition"] = "checked +",
            ["op_Subtraction"] = "-", ["op_CheckedSubtraction"] = "checked -", ["op_Multiply"] = "*",
            ["op_CheckedMultiply"] = "checked *", ["op_Division"] = "/", ["op_CheckedDivision"] = "checked /",
            ["op_Modulus"] = "%", ["op_BitwiseAnd"] = "&", ["op_BitwiseOr"] = "|", ["op_ExclusiveOr"] = "^",
            ["op_LeftShift"] = "<<", ["op_RightShift"] = ">>", ["op_UnsignedRightShift"] = ">>>",
            ["op_Equality"] = "==", ["op_Inequality"] = "!=", ["op_LessThan"] = "<", ["op_GreaterThan"] = ">",
            ["op_LessThanOrEqual"] = "<=", ["op_GreaterThanOrEqual"] = ">=",
        };

        static readonly Dictionary<string, string> Conversions = new Dictionary<string, string>
        {
            ["op_Implicit"] = "implicit operator ",
            ["op_Explicit"] = "explicit operator ",
            ["op_CheckedExplicit"] = "explicit operator checked ",
        };

        readonly MetadataReader reader;
        readonly Namesakes namesakes;

        public CSharpNames(SymbolModule module)
        {
            reader = module.Reader;
            namesakes = module.Namesakes;
        }

        /// <summary>The type parameters that a signature may mention.</summary>
        public readonly struct Parameters
        {
            public Parameters(ImmutableArray<string> ofType, ImmutableArray<string> ofMethod)
            {
                OfType = ofType;
                OfMethod = ofMethod;
            }

            public ImmutableArray<string> OfType { get; }

            public ImmutableArray<string> OfMethod { get; }
        }

        /// <summary>The type and the member.</summary>
        public string Of(int rid)
        {
            MethodDefinition method = Method(rid);
            TypeDefinition type = reader.GetTypeDefinition(method.GetDeclaringType());
            ImmutableArray<string> parameters = Names(type.GetGenericParameters());
            return Filled(GetTypeFromDefinition(reader, method.GetDeclaringType(), 0), parameters) + "."
                + Member(rid, type, new Parameters(parameters, Names(method.GetGenericParameters())));
        }

        /// <summary>The name as reflection writes it, without the signature.</summary>
        public string SystemNameOf(int rid)
        {
            MethodDefinition method = Method(rid);
            return Reflected(method.GetDeclaringType()) + "." + reader.GetString(method.Name);
        }

        string Reflected(TypeDefinitionHandle handle)
        {
            TypeDefinition type = reader.GetTypeDefinition(handle);
            string name = reader.GetString(type.Name);
            TypeDefinitionHandle outer = type.GetDeclaringType();
            return !outer.IsNil ? Reflected(outer) + "+" + name
                : type.Namespace.IsNil ? name
                : reader.GetString(type.Namespace) + "." + name;
        }

        MethodDefinition Method(int rid) => reader.GetMethodDefinition(MetadataTokens.MethodDefinitionHandle(rid));

        string Member(int rid, TypeDefinition type, Parameters parameters)
        {
            MethodDefinition method = Method(rid);
            MethodSignature<string> signature = method.DecodeSignature(this, parameters);
            if ((method.Attributes & MethodAttributes.SpecialName) != 0
                && Accessor(rid, type, signature, parameters) is string accessor)
            {
                return accessor;
            }
            string name = reader.GetString(method.Name);
            if (Interface(rid, type, parameters) is string declared && name.LastIndexOf('.') > 0)
            {
                name = declared + name.Substring(name.LastIndexOf('.'));
            }
            else if (IsFinalizer(method, name, signature))
            {
                name = "~" + Simple(type);
            }
            else if (Conversions.TryGetValue(name, out string? conversion))
            {
                name = conversion + signature.ReturnType;
            }
            else if (Operators.TryGetValue(name, out string? symbol))
            {
                name = "operator " + symbol;
            }
            else if (name == ".ctor" || name == ".cctor")
            {
                name = (name == ".cctor" ? "static " : "") + Simple(type);
            }
            string arguments = parameters.OfMethod.IsEmpty ? "" : "<" + Join(parameters.OfMethod) + ">";
            return name + arguments + "(" + Join(Declared(method, signature, signature.ParameterTypes.Length)) + ")";
        }

        static bool IsFinalizer(MethodDefinition method, string name, MethodSignature<string> signature) =>
            name == "Finalize"
                && (method.Attributes & (MethodAttributes.Virtual | MethodAttributes.NewSlot)) == MethodAttributes.Virtual
                && signature.ParameterTypes.IsEmpty
                && signature.ReturnType == "void";

        /// <summary>The name as part of a property or event; null for another method.</summary>
        string? Accessor(int rid, TypeDefinition type, MethodSignature<string> signature, Parameters parameters)
        {
            MethodDefinitionHandle handle = MetadataTokens.MethodDefinitionHandle(rid);
            foreach (PropertyDefinitionHandle each in type.GetProperties())
            {
                PropertyDefinition property = reader.GetPropertyDefinition(each);
                PropertyAccessors accessors = property.GetAccessors();
                bool isSetter = accessors.Setter == handle;
                if (isSetter || accessors.Getter == handle)
                {
                    int indexes = signature.ParameterTypes.Length - (isSetter ? 1 : 0);
                    string name = Part(reader.GetString(property.Name), rid, type, parameters, indexes > 0 ? "this" : null);
                    string index = indexes > 0 ? "[" + Join(Declared(Method(rid), signature, indexes)) + "]" : "";
                    return name + index + (!isSetter ? ".get" : signature.ReturnType == "init" ? ".init" : ".set");
                }
            }
            foreach (EventDefinitionHandle each in type.GetEvents())
            {
                EventDefinition happening = reader.GetEventDefinition(each);
                EventAccessors accessors = happening.GetAccessors();
                if (accessors.Adder == handle || accessors.Remover == handle || accessors.Raiser == handle)
                {
                    return Part(reader.GetString(happening.Name), rid, type, parameters, null)
                        + (accessors.Adder == handle ? ".add" : accessors.Remover == handle ? ".remove" : ".raise");
                }
            }
            return null;
        }

        /// <summary>A property's or event's name, behind the interface that its accessor implements explicitly.</summary>
        string Part(string name, int accessor, TypeDefinition type, Parameters parameters, string? instead)
        {
            int dot = name.LastIndexOf('.');
            string? declared = dot > 0 ? Interface(accessor, type, parameters) : null;
            return declared == null ? instead ?? name : declared + "." + (instead ?? name.Substring(dot + 1));
        }

        /// <summary>The interface whose method a method implements explicitly.</summary>
        string? Interface(int rid, TypeDefinition type, Parameters parameters)
        {
            EntityHandle body = MetadataTokens.MethodDefinitionHandle(rid);
            foreach (MethodImplementationHandle each in type.GetMethodImplementations())
            {
                MethodImplementation implementation = reader.GetMethodImplementation(each);
                if (implementation.MethodBody == body)
                {
                    EntityHandle declaration = implementation.MethodDeclaration;
                    return declaration.Kind == HandleKind.MethodDefinition
                        ? Type(reader.GetMethodDefinition((MethodDefinitionHandle)declaration).GetDeclaringType(), parameters)
                        : Type(reader.GetMemberReference((MemberReferenceHandle)declaration).Parent, parameters);
                }
            }
            return null;
        }

        string Type(EntityHandle handle, Parameters parameters) => handle.Kind switch
        {
            HandleKind.TypeDefinition => GetTypeFromDefinition(reader, (TypeDefinitionHandle)handle, 0),
            HandleKind.TypeReference => GetTypeFromReference(reader, (TypeReferenceHandle)handle, 0),
            _ => GetTypeFromSpecification(reader, parameters, (TypeSpecificationHandle)handle, 0),
        };

        /// <summary>The types of the first parameters, with the keyword of each that is passed by reference.</summary>
        ImmutableArray<string> Declared(MethodDefinition method, MethodSignature<string> signature, int count)
        {
            ImmutableArray<string> types = signature.ParameterTypes.RemoveRange(count, signature.ParameterTypes.Length - count);
            foreach (ParameterHandle each in method.GetParameters())
            {
                Parameter parameter = reader.GetParameter(each);
                int index = parameter.SequenceNumber - 1;
                if (index >= 0 && index < count && types[index].StartsWith("ref ", StringComparison.Ordinal))
                {
                    types = types.SetItem(index, Word(parameter) + types[index].Substring("ref ".Length));
                }
            }
            return types;
        }

        string Word(Parameter parameter)
        {
            if ((parameter.Attributes & (ParameterAttributes.In | ParameterAttributes.Out)) == ParameterAttributes.Out)
            {
                return "out ";
            }
            string word = "ref ";
            foreach (CustomAttributeHandle each in parameter.GetCustomAttributes())
            {
                EntityHandle constructor = reader.GetCustomAttribute(each).Constructor;
                EntityHandle type = constructor.Kind == HandleKind.MethodDefinition
                    ? reader.GetMethodDefinition((MethodDefinitionHandle)constructor).GetDeclaringType()
                    : reader.GetMemberReference((MemberReferenceHandle)constructor).Parent;
                switch (type.Kind == HandleKind.TypeSpecification ? "" : Type(type, default))
                {
                    case "RequiresLocationAttribute":
                        return "ref readonly ";
                    case "IsReadOnlyAttribute":
                        word = "in ";
                        break;
                }
            }
            return word;
        }

        ImmutableArray<string> Names(GenericParameterHandleCollection parameters)
        {
            var names = ImmutableArray.CreateBuilder<string>(parameters.Count);
            foreach (GenericParameterHandle each in parameters)
            {
                names.Add(reader.GetString(reader.GetGenericParameter(each).Name));
            }
            return names.MoveToImmutable();
        }

        string Simple(TypeDefinition type)
        {
            string name = reader.GetString(type.Name);
            int arity = name.IndexOf('`');
            return arity < 0 ? name : name.Substring(0, arity);
        }

        /// <summary>A name whose arities are replaced by the arguments, in turn.</summary>
        static string Filled(string name, ImmutableArray<string> arguments)
        {
            if (name == Nullable && arguments.Length == 1)
            {
                return arguments[0] + "?";
            }
            int arity = name.IndexOf('`');
            if (arity < 0)
            {
                return name;
            }
            var text = new StringBuilder();
            int used = 0, copied = 0;
            for (; arity >= 0; arity = name.IndexOf('`', copied))
            {
                text.Append(name, copied, arity - copied);
                int count = 0;
                for (copied = arity + 1; copied < name.Length && char.IsDigit(name[copied]); copied++)
                {
                    count = (10 * count) + (name[copied] - '0');
                }
                for (int i = 0; i < count && used < arguments.Length; i++)
                {
                    text.Append(i == 0 ? "<" : ", ").Append(arguments[used++]);
                }
                text.Append('>');
            }
            return text.Append(name, copied, name.Length - copied).ToString();
        }

        public string GetPrimitiveType(PrimitiveTypeCode code) => Keyword(code.ToString());

        static string Keyword(string name) => Keywords.TryGetValue(name, out string? keyword) ? keyword : name;

        public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind)
        {
            TypeDefinition type = reader.GetTypeDefinition(handle);
            string name = reader.GetString(type.Name);
            TypeDefinitionHandle outer = type.GetDeclaringType();
            return outer.IsNil ? namesakes.Qualified(name, type.Namespace) : GetTypeFromDefinition(reader, outer, 0) + "." + name;
        }

        public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind)
        {
            TypeReference type = reader.GetTypeReference(handle);
            string name = reader.GetString(type.Name);
            EntityHandle scope = type.ResolutionScope;
            return !scope.IsNil && scope.Kind == HandleKind.TypeReference
                ? GetTypeFromReference(reader, (TypeReferenceHandle)scope, 0) + "." + name
                : reader.StringComparer.Equals(type.Namespace, "System") && Keywords.TryGetValue(name, out string? keyword) ? keyword
                : namesakes.Qualified(name, type.Namespace);
        }

        public string GetTypeFromSpecification(
            MetadataReader reader, Parameters context, TypeSpecificationHandle handle, byte rawTypeKind) =>
            reader.GetTypeSpecification(handle).DecodeSignature(this, context);

        public string GetGenericInstantiation(string type, ImmutableArray<string> arguments) => Filled(type, arguments);

        public string GetGenericTypeParameter(Parameters context, int index) => context.OfType[index];

        public string GetGenericMethodParameter(Parameters context, int index) => context.OfMethod[index];

        public string GetSZArrayType(string element) => Array(element, "[]");

        public string GetArrayType(string element, ArrayShape shape) =>
            Array(element, shape.Rank == 1 ? "[*]" : "[" + new string(',', shape.Rank - 1) + "]");

        /// <summary>C# writes the specifiers of arrays of arrays from the outside inwards.</summary>
        static string Array(string element, string specifier)
        {
            int end = element.Length;
            while (end > 0 && element[end - 1] == ']')
            {
                end = element.LastIndexOf('[', end - 1);
            }
            return element.Insert(end, specifier);
        }

        public string GetByReferenceType(string element) => "ref " + element;

        public string GetPointerType(string element) => element + "*";

        public string GetFunctionPointerType(MethodSignature<string> signature) =>
            "delegate*<" + Join(signature.ParameterTypes.Add(signature.ReturnType)) + ">";

        public string GetPinnedType(string element) => element;

        /// <summary>The result of an init accessor is void, with a modifier.</summary>
        public string GetModifiedType(string modifier, string unmodified, bool isRequired) =>
            isRequired && modifier == "IsExternalInit" ? "init" : unmodified;

        static string Join(ImmutableArray<string> types) => string.Join(", ", types);
    }
}
