// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Globalization;

[assembly: System.Reflection.AssemblyVersion("1.0.0.0")]

namespace Tiptoe.Workload
{
    /// <summary>
    /// Works by which the cost of an agent is measured: <code>Workload.dll</code> does what the lines of standard input
    /// ask for, <code>WORK AMOUNT</code>, and answers each with a line: nanoseconds, number of things done, a checksum of
    /// them, nanoseconds of processor time of all threads.
    /// </summary>
    static class Program
    {
        static readonly Dictionary<string, Func<int, Result>> Works = new Dictionary<string, Func<int, Result>>
        {
            ["cpu"] = amount => Crew.Do(amount, _ => new Abacus(depth: 32)),
            ["cpu-one"] = amount => Crew.Do(1, amount, _ => new Abacus(depth: 32)),
            ["allocation"] = amount => Crew.Do(amount, _ => new Nursery(depth: 10)),
            ["waiting"] = milliseconds => Crew.Do(8, 1, number => new Sleeper(depth: 16 + (2 * number), milliseconds)),
            ["instantiations"] = Types.Instantiate,
            ["typedefs"] = Types.LoadAssemblies,
        };

        static int Main()
        {
            string? line;
            while ((line = Console.ReadLine()) != null)
            {
                string[] words = line.Split(' ');
                if (words.Length != 2
                    || !Works.TryGetValue(words[0], out Func<int, Result>? work)
                    || !int.TryParse(words[1], NumberStyles.None, CultureInfo.InvariantCulture, out int amount))
                {
                    Console.Error.WriteLine("asked for none of: " + string.Join(", ", Works.Keys));
                    return 2;
                }
                Console.WriteLine(Clock.Measured(() => work(amount)));
            }
            return 0;
        }
    }

    /// <summary>What was done.</summary>
    readonly struct Result
    {
        public readonly int Count;
        public readonly long Checksum;

        public Result(int count, long checksum)
        {
            Count = count;
            Checksum = checksum;
        }
    }
}
