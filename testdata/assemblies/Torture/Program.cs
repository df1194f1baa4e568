// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

[assembly: System.Reflection.AssemblyVersion("1.0.0.0")]

namespace Tiptoe.Torture
{
    /// <summary>
    /// Whatever makes the life of a type loader hard, and of those who watch it: each instrument makes types of one
    /// kind, uses them and gives a number that is the same in every run.
    ///
    /// <code>Torture.dll [TURNS [INSTRUMENT...]]</code> gives every instrument, or those, that many turns (10), and
    /// prints what each gave.
    /// </summary>
    static class Program
    {
        static readonly Dictionary<string, Func<int, long>> Instruments = new Dictionary<string, Func<int, long>>
        {
            ["nesting"] = Nesting.Turn,
            ["arrays"] = Arrays.Turn,
            ["pointers"] = Pointers.Turn,
            ["layouts"] = Layouts.Turn,
            ["sharing"] = Sharing.Turn,
            ["dispatch"] = Dispatch.Turn,
            ["recursion"] = Recursion.Turn,
            ["statics"] = Statics.Turn,
            ["flow"] = Flow.Turn,
            ["values"] = Values.Turn,
            ["contexts"] = Contexts.Turn,
            ["emission"] = Emission.Turn,
        };

        static int Main(string[] args)
        {
            int turns = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 10;
            List<string> wanted = args.Length > 1 ? args.Skip(1).ToList() : Instruments.Keys.ToList();
            if (!wanted.All(Instruments.ContainsKey))
            {
                Console.Error.WriteLine("usage: Torture.dll [TURNS [INSTRUMENT...]], of " + string.Join(' ', Instruments.Keys));
                return 2;
            }
            foreach (string name in wanted)
            {
                long sum = 0;
                for (int turn = 0; turn < turns; turn++)
                {
                    sum = Mix(sum + Instruments[name](turn));
                }
                Console.WriteLine(name + "\t" + sum.ToString("x16", CultureInfo.InvariantCulture));
            }
            return 0;
        }

        /// <summary>Takes a while: thousands of steps that nothing can leave out, so that stacks are seen.</summary>
        public static long Mix(long x)
        {
            for (int i = 0; i < 20_000; i++)
            {
                x = (x ^ (x >> 27) ^ i) * 0x3C79AC492BA7B653;
            }
            return x;
        }
    }
}
