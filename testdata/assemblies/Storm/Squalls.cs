// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Loader;
using System.Threading;

namespace Tiptoe.Storm
{
    /// <summary>Things that programs do and that make an agent's life hard.</summary>
    static class Squalls
    {
        /// <summary>Collects garbage without a pause, until the end.</summary>
        public static int Collections()
        {
            for (int i = 0; i < 2; i++)
            {
                new Thread(() =>
                {
                    while (true)
                    {
                        GC.Collect();
                    }
                }) { IsBackground = true }.Start();
            }
            Busy.Start(2);
            Busy.Last();
            return 20;
        }

        /// <summary>A stack of thousands of frames.</summary>
        public static int DeepStack()
        {
            var diver = new Thread(() => Dive(5_000), 64 << 20) { Name = "diver" };
            diver.Start();
            diver.Join();
            return 21;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static long Dive(int fathoms)
        {
            if (fathoms > 0)
            {
                return Dive(fathoms - 1) + 1;
            }
            long x = 0;
            Busy.Repeat(() => x = Busy.Mix(x));
            return x & 1;
        }

        /// <summary>Threads that live for no time at all; their IDs are reused at once.</summary>
        public static int ShortThreads()
        {
            Busy.Start(1);
            Busy.Repeat(() =>
            {
                List<Thread> mayflies = Enumerable.Range(0, 20).Select(i => new Thread(() => Busy.Mix(i))).ToList();
                mayflies.ForEach(mayfly => mayfly.Start());
                mayflies.ForEach(mayfly => mayfly.Join());
            });
            return 22;
        }

        public static int ManyThreads()
        {
            Busy.Start(1);
            for (int i = 0; i < 2_000; i++)
            {
                new Thread(() => Thread.Sleep(Timeout.Infinite), 128 << 10) { IsBackground = true }.Start();
            }
            Busy.Last();
            return 23;
        }

        /// <summary>As many threads as the system permits, up to 16,000, which then all end at once.</summary>
        public static int SixteenThousandThreads()
        {
            Busy.Start(1);
            var threads = new List<Thread>();
            var end = new ManualResetEventSlim();
            try
            {
                while (threads.Count < 16_000)
                {
                    var thread = new Thread(end.Wait, 128 << 10);
                    thread.Start();
                    threads.Add(thread);
                }
            }
            catch (OutOfMemoryException)
            {
                // The system permits no more.
            }
            end.Set();
            threads.ForEach(thread => thread.Join());
            Console.WriteLine(threads.Count + " threads");
            return 30;
        }

        /// <summary>A million hardware exceptions, which the runtime handles on an alternate stack.</summary>
        public static int NullReferences()
        {
            const int Each = 500_000;
            int caught = 0;
            var threads = new List<Thread>();
            for (int i = 0; i < 2; i++)
            {
                var thread = new Thread(() =>
                {
                    for (int k = 0; k < Each; k++)
                    {
                        try
                        {
                            Read(null!);
                        }
                        catch (NullReferenceException)
                        {
                            Interlocked.Increment(ref caught);
                        }
                    }
                });
                thread.Start();
                threads.Add(thread);
            }
            threads.ForEach(thread => thread.Join());
            Console.WriteLine(caught + " caught");
            return caught == 2 * Each ? 31 : 1;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static int Read(int[] from)
        {
            return from[3];
        }

        /// <summary>Load contexts that are unloaded, with instantiations of the framework's types over types of theirs.</summary>
        public static int Unloading()
        {
            Busy.Start(1);
            var contexts = new List<WeakReference>();
            Busy.Repeat(() =>
            {
                contexts.Add(LoadAndUnload());
                Collect();
            });
            for (int i = 0; i < 10 && contexts.Any(context => context.IsAlive); i++)
            {
                Collect();
            }
            return contexts.Any(context => context.IsAlive) ? 1 : 24;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static WeakReference LoadAndUnload()
        {
            var context = new AssemblyLoadContext("passing", isCollectible: true);
            Assembly copy = context.LoadFromAssemblyPath(typeof(Squalls).Assembly.Location);
            copy.GetType(typeof(Cargo).FullName!)!.GetMethod(nameof(Cargo.Stow))!.Invoke(null, new object[] { 20_000 });
            context.Unload();
            return new WeakReference(context);
        }

        static void Collect()
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        /// <summary>Methods without metadata that are made, run and forgotten.</summary>
        public static int DynamicMethods()
        {
            Busy.Start(1);
            int number = 0;
            Busy.Repeat(() =>
            {
                var method = new DynamicMethod("Passing" + number++, typeof(long), new[] { typeof(long) });
                ILGenerator il = method.GetILGenerator();
                il.Emit(OpCodes.Ldarg_0);
                il.Emit(OpCodes.Call, typeof(Busy).GetMethod(nameof(Busy.Mix))!);
                il.Emit(OpCodes.Ret);
                ((Func<long, long>)method.CreateDelegate(typeof(Func<long, long>)))(number);
                if (number % 50 == 0)
                {
                    Collect();
                }
            });
            return 25;
        }

        /// <summary>Processes that are copies of this one; needs libtiptoe-forks.so.</summary>
        public static int Forks()
        {
            Busy.Start(1);
            bool asExpected = true;
            Busy.Repeat(() => asExpected &= forkAndExit(7) == 7 << 8);
            return asExpected ? 26 : 1;
        }

        [DllImport("tiptoe-forks")]
        static extern int forkAndExit(int status);
    }

    /// <summary>What a passing load context brings along: a class, a struct, and generics over both.</summary>
    public sealed class Cargo
    {
        public struct Barrel
        {
            public int Gallons;
            public long Number;
        }

        public static int Stow(int barrels)
        {
            var hold = new List<Barrel>();
            for (int i = 0; i < barrels; i++)
            {
                hold.Add(new Barrel { Gallons = i & 63, Number = i });
            }
            var owners = new Dictionary<Barrel, Cargo[]> { [hold[0]] = new Cargo[1] };
            return hold.Sum(barrel => barrel.Gallons) + owners.Count;
        }
    }
}
