// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;

[assembly: System.Reflection.AssemblyVersion("1.0.0.0")]

namespace Tiptoe.Emitted
{
    /// <summary>
    /// A program whose work is done by methods that it made at run time. <c>Emitted.dll</c> makes those of its
    /// threads "lasting" and "passing", compiles them by a first call, prints "made", and then has them work until the end
    /// of its input, whereupon it ends with status 30.
    ///
    /// Each thread runs methods of its own name only. "lasting": expression trees, "lasting tree 0" and so on, and a dynamic
    /// method, "lasting wheel". "passing": dynamic methods, each for a while, after which it is dropped and collected.
    /// "coming": dynamic methods that are made, used a little and dropped, all the time, so that the memory of what is
    /// collected is used again.
    /// </summary>
    static class Program
    {
        const int Trees = 20;
        const int PassingMethods = 50;
        static readonly ManualResetEventSlim over = new ManualResetEventSlim();
        static long total;

        static int Main()
        {
            Func<long, long>[] lasting = Enumerable.Range(0, Trees)
                .Select(i => Made.Tree("lasting tree " + i))
                .Append(Made.Method("lasting wheel"))
                .ToArray();
            var passing = new Queue<Func<long, long>>(
                Enumerable.Range(0, PassingMethods).Select(i => Made.Method("passing " + i)));
            foreach (Func<long, long> method in lasting.Concat(passing))
            {
                total += method(1);
            }
            Thread[] threads =
            {
                Begin("lasting", () => Last(lasting)), Begin("passing", () => Pass(passing)), Begin("coming", Come),
            };
            Console.WriteLine("made");
            while (Console.ReadLine() != null)
            {
            }
            over.Set();
            foreach (Thread thread in threads)
            {
                thread.Join();
            }
            return 30;
        }

        static Thread Begin(string name, ThreadStart run)
        {
            var thread = new Thread(run) { Name = name };
            thread.Start();
            return thread;
        }

        static void Last(Func<long, long>[] methods)
        {
            for (int i = 0; !over.IsSet; i++)
            {
                total += methods[i % methods.Length](100_000);
            }
        }

        static void Pass(Queue<Func<long, long>> methods)
        {
            while (methods.Count != 0 && !over.IsSet)
            {
                Run(methods.Dequeue(), 1_000);
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
            over.Wait();
        }

        static void Come()
        {
            for (int i = 0; !over.IsSet; i++)
            {
                Run(Made.Method("coming " + i), 20);
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Run(Func<long, long> method, int turns)
        {
            for (int turn = 0; turn < turns && !over.IsSet; turn++)
            {
                total += method(100_000);
            }
        }
    }
}
