// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

[assembly: AssemblyVersion("1.0.0.0")]

/// <summary>
/// The C# compiler at work on one file.
///
/// <code>CompileOne.dll ROSLYN SOURCE.cs REFERENCES...</code>
///
/// ROSLYN is the folder of Microsoft.CodeAnalysis.CSharp.dll; the DLLs of it and of the folders of references are what
/// the source may refer to. Prints the image's size and keeps nothing.
/// </summary>
static class Program
{
    static int Main(string[] args)
    {
        if (args.Length < 2)
        {
            Console.Error.WriteLine("usage: CompileOne.dll ROSLYN SOURCE.cs REFERENCES...");
            return 2;
        }
        // The compiler is in a folder that the runtime does not search.
        AppDomain.CurrentDomain.AssemblyResolve += (_, wanted) =>
        {
            string path = Path.Combine(args[0], new AssemblyName(wanted.Name).Name + ".dll");
            return File.Exists(path) ? Assembly.LoadFrom(path) : null;
        };
        return Compile(args[1], args.Skip(2).Prepend(args[0]));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Compile(string source, IEnumerable<string> references)
    {
        var compilation = CSharpCompilation.Create(
            Path.GetFileNameWithoutExtension(source),
            new[] { CSharpSyntaxTree.ParseText(File.ReadAllText(source)) },
            references.SelectMany(folder => Directory.GetFiles(folder, "*.dll"))
                .Where(IsManaged)
                .GroupBy(Path.GetFileName)
                .Select(same => MetadataReference.CreateFromFile(same.First())),
            new CSharpCompilationOptions(
                OutputKind.ConsoleApplication, optimizationLevel: OptimizationLevel.Release, deterministic: true));
        using var image = new MemoryStream();
        var result = compilation.Emit(image);
        foreach (Diagnostic error in result.Diagnostics.Where(each => each.Severity == DiagnosticSeverity.Error))
        {
            Console.Error.WriteLine(error);
        }
        Console.WriteLine("bytes\t" + image.Length);
        return result.Success ? 0 : 1;
    }

    static bool IsManaged(string dll)
    {
        using var file = new System.Reflection.PortableExecutable.PEReader(File.OpenRead(dll));
        return file.HasMetadata;
    }
}
