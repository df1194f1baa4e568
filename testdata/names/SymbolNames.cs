// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Tiptoe.SymbolNames
{
    /// <summary>
    /// What the C# compiler calls the types and members of assemblies, by metadata token: documentation IDs, and names as it
    /// shows them to people.
    /// </summary>
    ///
    ///     SymbolNames.dll REFERENCES FILE...
    ///
    /// A FILE is one of the folder REFERENCES, or a path. One line for each type and member: file, token, documentation ID,
    /// name.
    static class Program
    {
        static readonly SymbolDisplayFormat Shown = new SymbolDisplayFormat(
            globalNamespaceStyle: SymbolDisplayGlobalNamespaceStyle.Omitted,
            typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypes,
            genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters,
            memberOptions: SymbolDisplayMemberOptions.IncludeParameters
                | SymbolDisplayMemberOptions.IncludeContainingType
                | SymbolDisplayMemberOptions.IncludeExplicitInterface,
            delegateStyle: SymbolDisplayDelegateStyle.NameOnly,
            extensionMethodStyle: SymbolDisplayExtensionMethodStyle.StaticMethod,
            parameterOptions: SymbolDisplayParameterOptions.IncludeType | SymbolDisplayParameterOptions.IncludeParamsRefOut,
            propertyStyle: SymbolDisplayPropertyStyle.NameOnly,
            miscellaneousOptions: SymbolDisplayMiscellaneousOptions.UseSpecialTypes
                | SymbolDisplayMiscellaneousOptions.ExpandValueTuple);

        static int Main(string[] args)
        {
            var references = Directory.GetFiles(args[0], "*.dll").OrderBy(path => path, StringComparer.Ordinal)
                .Where(IsManaged).ToList();
            var wanted = args.Skip(1).ToList();
            references.AddRange(wanted.Where(path => path.Contains('/')));
            var byPath = references.ToDictionary(path => path, path => MetadataReference.CreateFromFile(path));
            var compilation = CSharpCompilation.Create(
                "Names",
                references: byPath.Values,
                options: new CSharpCompilationOptions(
                    OutputKind.DynamicallyLinkedLibrary, metadataImportOptions: MetadataImportOptions.All));
            using (var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { NewLine = "\n" })
            {
                foreach (var name in wanted)
                {
                    var path = name.Contains('/') ? name : Path.Combine(args[0], name);
                    if (compilation.GetAssemblyOrModuleSymbol(byPath[path]) is IAssemblySymbol assembly)
                    {
                        Dump(output, Path.GetFileName(path), assembly.GlobalNamespace);
                    }
                }
            }
            return 0;
        }

        static bool IsManaged(string path)
        {
            try
            {
                System.Reflection.AssemblyName.GetAssemblyName(path);
                return true;
            }
            catch (BadImageFormatException)
            {
                return false;
            }
        }

        static void Dump(TextWriter output, string file, INamespaceOrTypeSymbol container)
        {
            foreach (var member in container.GetMembers())
            {
                if (member is INamespaceSymbol inner)
                {
                    Dump(output, file, inner);
                    continue;
                }
                if (member.MetadataToken != 0)
                {
                    output.Write(file);
                    output.Write("\t0x");
                    output.Write(member.MetadataToken.ToString("x8"));
                    output.Write('\t');
                    output.Write(member.GetDocumentationCommentId());
                    output.Write('\t');
                    output.Write(Display(member));
                    output.Write('\n');
                }
                if (member is INamedTypeSymbol type)
                {
                    Dump(output, file, type);
                }
            }
        }

        /// <summary>What people are shown, but what the metadata alone calls <c>object</c> as that.</summary>
        static string Display(ISymbol symbol)
        {
            return string.Concat(symbol.ToDisplayParts(Shown)
                .Select(part => part.Symbol is IDynamicTypeSymbol ? "object" : part.ToString()));
        }
    }
}
