// SPDX-License-Identifier: Apache-2.0

using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading;

namespace Tiptoe.Storm
{
    /// <summary>Work that never ends by itself.</summary>
    static class Busy
    {
        /// <summary>How long a weather lasts.</summary>
        public static readonly TimeSpan Duration = TimeSpan.FromMilliseconds(700);

        static volatile bool over;
        static long garbage;

        /// <summary>Starts threads that compute and allocate until the process ends, or until <see cref="Stop"/>.</summary>
        public static void Start(int threads, bool background = true)
        {
            for (int i = 0; i < threads; i++)
            {
                new Thread(Spin) { IsBackground = background, Name = "busy " + i }.Start();
            }
        }

        public static void Stop() => over = true;

        public static void Last() => Thread.Sleep(Duration);

        /// <summary>Does something again and again while the weather lasts; how often.</summary>
        public static int Repeat(Action action)
        {
            var watch = Stopwatch.StartNew();
            int times = 0;
            for (; watch.Elapsed < Duration; times++)
            {
                action();
            }
            return times;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static long Mix(long x) => (x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L) >> 3;

        static void Spin()
        {
            for (long x = 0; !over;)
            {
                x = Mix(x + 1);
                if ((x & 1023) == 0)
                {
                    Interlocked.Add(ref garbage, new object[10].Length);
                }
            }
        }
    }
}
