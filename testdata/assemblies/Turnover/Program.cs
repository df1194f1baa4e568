// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading;

[assembly: AssemblyVersion("1.0.0.0")]

namespace Tiptoe.Turnover
{
    /// <summary>
    /// A program whose IDs are used again all the time: load contexts come and go on two threads.
    ///
    /// <code>Turnover.dll CONTEXTS [DLL...]</code> loads and unloads so many contexts, and more until its input ends. In
    /// each it loads one of these files or itself. Whenever it has collected the garbage of a few, it prints how many it
    /// has loaded. It ends with status 31 when all are unloaded.
    /// </summary>
    static class Program
    {
        const int Threads = 2;
        const int InARow = 5;

        static volatile bool inputEnded;

        static int Main(string[] args)
        {
            int least = int.Parse(args[0], CultureInfo.InvariantCulture);
            string[] files = args.Skip(1).Append(typeof(Program).Assembly.Location).ToArray();
            TakeUpRoom();
            new Thread(AwaitEndOfInput) { IsBackground = true, Name = "input" }.Start();
            var passed = new List<WeakReference>();
            while (passed.Count < least || !inputEnded)
            {
                int first = passed.Count;
                var rounds = Enumerable.Range(0, Threads).Select(i => new Passing(files, first + i * InARow)).ToList();
                List<Thread> threads = rounds.Select(round => new Thread(() => round.Run(InARow))).ToList();
                threads.ForEach(thread => thread.Start());
                threads.ForEach(thread => thread.Join());
                rounds.ForEach(round => passed.AddRange(round.Contexts));
                Collect();
                Console.WriteLine(passed.Count.ToString(CultureInfo.InvariantCulture));
            }
            for (int i = 0; i < 10 && passed.Any(context => context.IsAlive); i++)
            {
                Collect();
            }
            return passed.Any(context => context.IsAlive) ? 1 : 31;
        }

        /// <summary>
        /// Uses up the room near the runtime's library, which it reserves for types and code and does not use twice.
        /// Elsewhere it uses freed memory again at once. .NET Core 3.1 has no such method.
        /// </summary>
        static void TakeUpRoom()
        {
            MethodInfo? allocate = typeof(RuntimeHelpers).GetMethod("AllocateTypeAssociatedMemory");
            for (int megabytes = 1 << 10; megabytes > 0; megabytes >>= 1)
            {
                allocate?.Invoke(null, new object[] { typeof(Program), megabytes << 20 });
            }
        }

        static void AwaitEndOfInput()
        {
            using var input = Console.OpenStandardInput();
            while (input.ReadByte() >= 0)
            {
            }
            inputEnded = true;
        }

        static void Collect()
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }
}
