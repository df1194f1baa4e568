// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;

/// <summary>
/// Compiles every *.cs file of a folder into one console program: the same bytes from the same sources, on any machine.
///
/// <code>Driver REFERENCES SOURCES OUT.dll [portable|embedded [debug]]</code>
///
/// The fourth is where to put a portable PDB, if one is wanted: into OUT.pdb, or into OUT.dll. An embedded one holds the
/// sources too. The last compiles for debugging, without optimization.
/// </summary>
static class Driver
{
    /// <summary>No error, as in any project: a reference was itself compiled against an older one.</summary>
    static readonly Dictionary<string, ReportDiagnostic> NewerReferences = new Dictionary<string, ReportDiagnostic>
    {
        ["CS1701"] = ReportDiagnostic.Suppress,
        ["CS1702"] = ReportDiagnostic.Suppress,
    };

    static int Main(string[] args)
    {
        string references = args[0], sources = args[1], output = args[2];
        string name = Path.GetFileNameWithoutExtension(output);
        string symbols = args.Length > 3 ? args[3] : "";
        bool debug = args.Length > 4 && args[4] == "debug";

        var trees = new List<SyntaxTree>();
        var texts = new List<EmbeddedText>();
        foreach (string file in Sorted(sources, "*.cs"))
        {
            // The paths that a compiler may write into an image do not depend on the folder of the repository.
            string path = "/" + name + "/" + Path.GetFileName(file);
            var text = SourceText.From(
                File.OpenRead(file), Encoding.UTF8, SourceHashAlgorithm.Sha256, canBeEmbedded: true);
            texts.Add(EmbeddedText.FromSource(path, text));
            trees.Add(CSharpSyntaxTree.ParseText(text, new CSharpParseOptions(LanguageVersion.CSharp12), path));
        }

        var options = new CSharpCompilationOptions(
            OutputKind.ConsoleApplication,
            optimizationLevel: debug ? OptimizationLevel.Debug : OptimizationLevel.Release,
            allowUnsafe: true,
            deterministic: true,
            warningLevel: 9999,
            generalDiagnosticOption: ReportDiagnostic.Error,
            specificDiagnosticOptions: NewerReferences,
            nullableContextOptions: NullableContextOptions.Enable);
        var compilation = CSharpCompilation.Create(
            name, trees, Sorted(references, "*.dll").Select(dll => MetadataReference.CreateFromFile(dll)), options);

        using (var image = new MemoryStream())
        using (var pdb = new MemoryStream())
        {
            var result = compilation.Emit(
                image,
                pdbStream: symbols == "portable" ? pdb : null,
                options: Options(symbols, Path.ChangeExtension(Path.GetFileName(output), ".pdb")),
                embeddedTexts: symbols == "embedded" ? texts : null);
            foreach (var diagnostic in result.Diagnostics.Where(d => d.Severity != DiagnosticSeverity.Hidden))
            {
                Console.Error.WriteLine(diagnostic);
            }
            if (!result.Success)
            {
                return 1;
            }
            File.WriteAllBytes(output, image.ToArray());
            if (symbols == "portable")
            {
                File.WriteAllBytes(Path.ChangeExtension(output, ".pdb"), pdb.ToArray());
            }
        }
        return 0;
    }

    static EmitOptions Options(string symbols, string pdb) => symbols switch
    {
        "" => new EmitOptions(),
        "portable" => new EmitOptions(
            debugInformationFormat: DebugInformationFormat.PortablePdb, pdbFilePath: pdb),
        "embedded" => new EmitOptions(debugInformationFormat: DebugInformationFormat.Embedded, pdbFilePath: pdb),
        _ => throw new ArgumentException(symbols),
    };

    static IEnumerable<string> Sorted(string folder, string pattern) =>
        Directory.GetFiles(folder, pattern).OrderBy(path => path, StringComparer.Ordinal);
}
