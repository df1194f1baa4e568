// SPDX-License-Identifier: Apache-2.0
//
// Zoo [ROUNDS [MILLISECONDS [THREADS [KIND]]]]: runs each kind of code, or one, for that long, in each thread, in each
// round; the threads begin with different kinds. Prints the number of kinds.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

static class Program
{
    private static long sink;

    private static int Main(string[] arguments)
    {
        int rounds = Argument(arguments, 0, 1);
        int milliseconds = Argument(arguments, 1, 50);
        int count = Argument(arguments, 2, 2);
        var kinds = Kinds.All.Where(kind => arguments.Length < 4 || kind.Name == arguments[3]).ToArray();
        var threads = new List<Thread>();
        for (int t = 0; t < count; t++)
        {
            int first = t * 11;
            var thread = new Thread(() => Run(kinds, rounds, milliseconds, first));
            thread.Start();
            threads.Add(thread);
        }
        foreach (Thread thread in threads)
        {
            thread.Join();
        }
        Console.WriteLine(kinds.Length + " kinds");
        return sink == 0 ? 1 : 0;
    }

    private static int Argument(string[] arguments, int index, int otherwise) =>
        index < arguments.Length ? int.Parse(arguments[index]) : otherwise;

    private static void Run((string Name, Func<int, long> Run)[] kinds, int rounds, int milliseconds, int first)
    {
        long sum = 0;
        for (int k = 0; k < rounds * kinds.Length; k++)
        {
            Func<int, long> run = kinds[(first + k) % kinds.Length].Run;
            int end = Environment.TickCount + milliseconds;
            for (int i = 0; Environment.TickCount - end < 0; i++)
            {
                sum += run(i);
            }
        }
        Interlocked.Add(ref sink, sum | 1);
    }
}
