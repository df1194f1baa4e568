// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;

namespace Tiptoe.Dockyard
{
    /// <summary>What goes on whether there are requests or not.</summary>
    sealed class Tides
    {
        readonly List<Thread> threads = new List<Thread>();
        readonly ManualResetEventSlim over = new ManualResetEventSlim();
        long traffic;

        public void Start()
        {
            Repeat("collector", 7, () =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            });
            Repeat("mayflies", 3, Mayflies);
            Repeat("visitor", 20, () => Ways.All[5](10));
            Repeat("spinner", 1, () => Interlocked.Add(ref traffic, Mix(traffic)));
            Begin("diver", () => Dive(2_000));
            for (int i = 0; i < 20; i++)
            {
                Begin("idler", () => over.Wait());
            }
        }

        public void Stop()
        {
            over.Set();
            threads.ForEach(thread => thread.Join());
        }

        void Repeat(string name, int pause, Action action) => Begin(name, () =>
        {
            while (!over.Wait(pause))
            {
                action();
            }
        });

        void Begin(string name, ThreadStart run)
        {
            var thread = new Thread(run, 1 << 20) { Name = name };
            thread.Start();
            threads.Add(thread);
        }

        /// <summary>Threads that live for no time at all; their IDs are reused at once.</summary>
        void Mayflies()
        {
            for (int i = 0; i < 5; i++)
            {
                new Thread(() => Interlocked.Increment(ref traffic), 128 << 10).Start();
            }
        }

        /// <summary>Waits at the bottom of a deep stack.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        int Dive(int fathoms)
        {
            if (fathoms > 0)
            {
                return Dive(fathoms - 1) + 1;
            }
            over.Wait();
            return 0;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static long Mix(long x)
        {
            for (int i = 0; i < 10_000; i++)
            {
                x = (x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L) >> 3;
            }
            return x;
        }
    }
}
