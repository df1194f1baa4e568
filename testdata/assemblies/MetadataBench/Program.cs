// SPDX-License-Identifier: Apache-2.0

using System;
using System.Diagnostics;
using System.IO;
using System.Text;

[assembly: System.Reflection.AssemblyVersion("1.0.0.0")]

namespace Tiptoe.MetadataBench
{
    /// <summary>
    /// The peer of <c>prove bench metadata</c>, <c>prove bench process</c> and <c>prove bench symbols</c>: the same works on
    /// the same files, with System.Reflection.Metadata.
    ///
    /// <code>
    /// MetadataBench DIR           does the works that the lines of standard input name, over the managed DLLs in DIR, and
    ///                             answers each with a line: nanoseconds, count, checksum, bytes allocated. Behind "whole ",
    ///                             every character counts in the checksum; without it, little of each text does.
    /// MetadataBench FILE TOKEN    prints file, MVID, token and name of a MethodDef
    /// MetadataBench names DIR     prints the same of every MethodDef in DIR and below; names-plain DIR with the names
    ///                             made as the documentation of the reader has it
    /// MetadataBench refs DIR      prints where every TypeRef of the files in DIR leads
    /// MetadataBench symbolize LIST FILE
    ///                             prints the only row of LIST (module, token, IL offset) with what FILE and its PDB know
    ///                             about it
    /// MetadataBench symbols[-kept] FILE COUNT
    ///                             does the works that the lines of standard input name, over COUNT frames of FILE under
    ///                             several MVIDs, and answers as with DIR; symbols-kept keeps what it has decoded
    /// </code>
    /// </summary>
    static class Program
    {
        const string Whole = "whole ";

        static int Main(string[] args)
        {
            switch (args.Length)
            {
                case 1:
                    Answer(new Works(args[0]).Prepare);
                    return 0;
                case 2 when args[0] == "names":
                    Listings.Names(args[1], reader => new MethodNames(reader).Of);
                    return 0;
                case 2 when args[0] == "names-plain":
                    Listings.Names(args[1], reader => new PlainNames(reader).Of);
                    return 0;
                case 2 when args[0] == "refs":
                    Listings.References(args[1]);
                    return 0;
                case 2:
                    FirstAnswer(args[0], Convert.ToInt32(args[1], 16));
                    return 0;
                case 3 when args[0] == "symbolize":
                    SymbolizedRow.Print(args[1], args[2]);
                    return 0;
                case 3 when args[0] == "symbols":
                    Answer(new SymbolWorks(new Frames(args[1], int.Parse(args[2]))).Prepare);
                    return 0;
                case 3 when args[0] == "symbols-kept":
                    Answer(new KeptSymbols(new Frames(args[1], int.Parse(args[2]))).Prepare);
                    return 0;
                default:
                    Console.Error.WriteLine(
                        "usage: MetadataBench DIR | FILE TOKEN | names[-plain] DIR | refs DIR | symbolize LIST FILE"
                            + " | symbols[-kept] FILE COUNT");
                    return 2;
            }
        }

        static void Answer(Func<string, Action<Checksum>> works)
        {
            for (string? line = Console.In.ReadLine(); line != null; line = Console.In.ReadLine())
            {
                bool whole = line.StartsWith(Whole, StringComparison.Ordinal);
                var checksum = new Checksum(whole);
                Action<Checksum> work = works(whole ? line.Substring(Whole.Length) : line);
                long allocated = GC.GetAllocatedBytesForCurrentThread();
                long start = Stopwatch.GetTimestamp();
                work(checksum);
                long ticks = Stopwatch.GetTimestamp() - start;
                allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
                long nanoseconds = (long)(ticks * (1e9 / Stopwatch.Frequency));
                Console.Out.WriteLine($"{nanoseconds}\t{checksum.Count}\t{checksum.Sum}\t{allocated}");
            }
        }

        static void FirstAnswer(string path, int token)
        {
            using MappedFile file = MappedFile.Open(path);
            using Module module = Module.Of(file) ?? throw new BadImageFormatException(path);
            string name = new MethodNames(module.Reader).Of(token & 0xffffff);
            using Stream output = Console.OpenStandardOutput();
            output.Write(Encoding.UTF8.GetBytes($"{path}\t{module.Mvid:D}\t0x{token:x8}\t{name}\n"));
        }
    }
}
