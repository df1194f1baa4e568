// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Threading;

[assembly: System.Reflection.AssemblyVersion("1.0.0.0")]

namespace Tiptoe.Heap
{
    /// <summary>A heap of known contents, kept for a known time.</summary>
    /// <remarks>
    /// <code>Heap.dll OBJECTS SECONDS [busy|collecting|concurrent]</code>. Of the objects half are parcels, a quarter
    /// strings, a quarter boxed numbers; beside them there are one large array, one array of each parcel's list, and
    /// a type whose only instance died. It prints the longest time between two ticks of its clock, in microseconds.
    /// </remarks>
    static class Program
    {
        static readonly List<object> Kept = new List<object>();
        static volatile bool ended;

        static int Main(string[] args)
        {
            int objects = int.Parse(args[0], CultureInfo.InvariantCulture);
            double seconds = double.Parse(args[1], CultureInfo.InvariantCulture);
            Fill(objects);
            Forget();
            Thread? other = args.Length > 2 ? Start(args[2]) : null;
            long longest = Wait(seconds);
            ended = true;
            other?.Join();
            Console.WriteLine(longest);
            GC.KeepAlive(Kept);
            return Kept.Count >= objects ? 26 : 1;
        }

        static void Fill(int objects)
        {
            Kept.Capacity = objects + 2;
            for (int i = 0; i < objects; i++)
            {
                Kept.Add(i % 4 == 2 ? i.ToString(CultureInfo.InvariantCulture) : i % 4 == 3 ? i : (object)new Parcel(i));
            }
            Kept.Add(new long[1 << 17]);
            Kept.Add(new Crate<Parcel>[3]);
        }

        /// <summary>A type that was used, and of which nothing is left.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget() => GC.KeepAlive(new Gone());

        /// <summary>The longest time in which this thread did not come to run.</summary>
        static long Wait(double seconds)
        {
            var watch = Stopwatch.StartNew();
            TimeSpan last = watch.Elapsed;
            TimeSpan longest = TimeSpan.Zero;
            while (watch.Elapsed.TotalSeconds < seconds)
            {
                Thread.Sleep(0);
                TimeSpan now = watch.Elapsed;
                longest = now - last > longest ? now - last : longest;
                last = now;
            }
            return (long)(longest.TotalMilliseconds * 1000);
        }

        static Thread Start(string mode)
        {
            Action act = mode switch
            {
                "busy" => Allocate,
                "collecting" => () => GC.Collect(),
                "concurrent" => Concurrently,
                _ => throw new ArgumentException(mode),
            };
            var thread = new Thread(() =>
            {
                while (!ended)
                {
                    act();
                }
            });
            thread.Start();
            return thread;
        }

        static void Allocate()
        {
            var crates = new List<Crate<int>>();
            for (int i = 0; i < 1000; i++)
            {
                crates.Add(new Crate<int> { Content = i, Padding = new byte[i] });
            }
            GC.KeepAlive(crates);
        }

        /// <summary>Collections that run beside the program.</summary>
        static void Concurrently()
        {
            Allocate();
            GC.Collect(2, GCCollectionMode.Optimized, blocking: false);
        }
    }

    sealed class Parcel
    {
        public readonly int Number;

        public Parcel(int number) => Number = number;
    }

    sealed class Crate<T>
    {
        public T Content = default!;
        public byte[] Padding = Array.Empty<byte>();
    }

    sealed class Gone
    {
    }
}
