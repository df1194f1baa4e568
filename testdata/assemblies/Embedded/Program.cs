// SPDX-License-Identifier: Apache-2.0

using System;

namespace Tiptoe.Embedded
{
    /// <summary>A program with its portable PDB inside, and its source inside that.</summary>
    static class Program
    {
        static void Main(string[] args)
        {
            const int Limit = 3;
            for (int i = 0; i < Limit && i < args.Length; i++)
            {
                string greeting = $"Hello, {args[i]}!";
                Console.WriteLine(greeting);
            }
#line 100 "/elsewhere/Generated.cs"
            Console.WriteLine(args.Length);
#line hidden
            Console.WriteLine();
#line default
        }
    }
}
