// SPDX-License-Identifier: Apache-2.0

using System;
using System.Globalization;
using System.Runtime.InteropServices;

namespace Tiptoe.Workload
{
    /// <summary>Time by the clock and of the processors, to the nanosecond: what .NET gives of the latter is coarse.</summary>
    static class Clock
    {
        const int Monotonic = 1;
        const int ProcessorTime = 2;

        public static string Measured(Func<Result> work)
        {
            long processor = Now(ProcessorTime);
            long start = Now(Monotonic);
            Result result = work();
            long elapsed = Now(Monotonic) - start;
            processor = Now(ProcessorTime) - processor;
            return string.Format(
                CultureInfo.InvariantCulture, "{0}\t{1}\t{2}\t{3}", elapsed, result.Count, result.Checksum, processor);
        }

        static long Now(int clock)
        {
            if (clock_gettime(clock, out Timespec now) != 0)
            {
                throw new InvalidOperationException("there is no clock " + clock);
            }
            return (now.Seconds * 1_000_000_000) + now.Nanoseconds;
        }

        [DllImport("libc")]
        static extern int clock_gettime(int clock, out Timespec now);

        struct Timespec
        {
            public long Seconds;
            public long Nanoseconds;
        }
    }
}
