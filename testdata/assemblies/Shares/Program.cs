// SPDX-License-Identifier: Apache-2.0
//
// Shares SECONDS: two busy threads run twenty methods, in slices of random order, whose lengths have the proportions 1 to 20; eight
// idle threads wait. Prints how much time each method really took: a line for each, with its name and the nanoseconds of
// processor time and of the clock that were measured around its slices.
//
// Straight20 has no loop and no call: there is no place in it at which the runtime could stop a thread.

using System;
using System.Diagnostics;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;

static class Program
{
    const int Methods = 20;

    /// <summary>The iterations of a slice of the shortest method.</summary>
    const int Unit = 300_000;

    static readonly Func<int, uint>[] All =
    {
        Loop01,
        Loop02,
        Loop03,
        Loop04,
        Loop05,
        Loop06,
        Loop07,
        Loop08,
        Loop09,
        Loop10,
        Loop11,
        Loop12,
        Loop13,
        Loop14,
        Loop15,
        Loop16,
        Loop17,
        Loop18,
        Loop19,
        Calls20,
    };

    static readonly long[] Processor = new long[Methods];
    static readonly long[] Clock = new long[Methods];
    static uint sink;

    static int Main(string[] arguments)
    {
        double seconds = double.Parse(arguments[0], System.Globalization.CultureInfo.InvariantCulture);
        for (int i = 0; i < 8; i++)
        {
            new Thread(Idle.Wait) { IsBackground = true, Name = "idle" }.Start();
        }
        for (int warm = 0; warm < 40; warm++)
        {
            sink += (uint)All.Sum(method => method(20_000));
        }
        Thread.Sleep(300); // until the code is compiled for good
        long end = Stopwatch.GetTimestamp() + (long)(seconds * Stopwatch.Frequency);
        var threads = Enumerable.Range(1, 2).Select(seed => new Thread(() => Busy(seed, end)) { Name = "busy" }).ToArray();
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        for (int i = 0; i < Methods; i++)
        {
            Console.WriteLine(All[i].Method.Name + " " + Processor[i] + " " + Clock[i]);
        }
        return sink == 1 ? 1 : 0;
    }

    static void Busy(int seed, long end)
    {
        var random = new Random(seed);
        var processor = new long[Methods];
        var clock = new long[Methods];
        uint sum = 0;
        while (Stopwatch.GetTimestamp() < end)
        {
            int which = random.Next(Methods);
            long then = Stopwatch.GetTimestamp();
            long spent = Spent();
            sum += All[which](Unit * (which + 1) / 4);
            processor[which] += Spent() - spent;
            clock[which] += (long)((Stopwatch.GetTimestamp() - then) * (1e9 / Stopwatch.Frequency));
        }
        lock (Processor)
        {
            for (int i = 0; i < Methods; i++)
            {
                Processor[i] += processor[i];
                Clock[i] += clock[i];
            }
            sink += sum | 2;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    struct TimeSpec
    {
        public long Seconds;
        public long Nanoseconds;
    }

    [DllImport("libc", EntryPoint = "clock_gettime")]
    static extern int GetTime(int clock, out TimeSpec time);

    /// <summary>The processor time of this thread.</summary>
    static long Spent()
    {
        const int ThreadTime = 3;
        GetTime(ThreadTime, out TimeSpec time);
        return time.Seconds * 1_000_000_000 + time.Nanoseconds;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop01(int times)
    {
        uint x = 1;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop02(int times)
    {
        uint x = 2;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop03(int times)
    {
        uint x = 3;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop04(int times)
    {
        uint x = 4;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop05(int times)
    {
        uint x = 5;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop06(int times)
    {
        uint x = 6;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop07(int times)
    {
        uint x = 7;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop08(int times)
    {
        uint x = 8;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop09(int times)
    {
        uint x = 9;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop10(int times)
    {
        uint x = 10;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop11(int times)
    {
        uint x = 11;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop12(int times)
    {
        uint x = 12;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop13(int times)
    {
        uint x = 13;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop14(int times)
    {
        uint x = 14;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop15(int times)
    {
        uint x = 15;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop16(int times)
    {
        uint x = 16;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop17(int times)
    {
        uint x = 17;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop18(int times)
    {
        uint x = 18;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Loop19(int times)
    {
        uint x = 19;
        for (int i = 0; i < times; i++)
        {
            x = (x * 1_664_525) + 1_013_904_223;
        }
        return x;
    }

    /// <summary>Calls a method of a hundred steps, which takes nearly all of its time.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Calls20(int times)
    {
        uint x = 20;
        for (int i = 0; i < times / 100; i++)
        {
            x = Straight20(x);
        }
        return x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Straight20(uint x)
    {
        x = (x * 1_664_525) + 1013904223;
        x = (x * 1_664_525) + 1013904225;
        x = (x * 1_664_525) + 1013904227;
        x = (x * 1_664_525) + 1013904229;
        x = (x * 1_664_525) + 1013904231;
        x = (x * 1_664_525) + 1013904233;
        x = (x * 1_664_525) + 1013904235;
        x = (x * 1_664_525) + 1013904237;
        x = (x * 1_664_525) + 1013904239;
        x = (x * 1_664_525) + 1013904241;
        x = (x * 1_664_525) + 1013904243;
        x = (x * 1_664_525) + 1013904245;
        x = (x * 1_664_525) + 1013904247;
        x = (x * 1_664_525) + 1013904249;
        x = (x * 1_664_525) + 1013904251;
        x = (x * 1_664_525) + 1013904253;
        x = (x * 1_664_525) + 1013904255;
        x = (x * 1_664_525) + 1013904257;
        x = (x * 1_664_525) + 1013904259;
        x = (x * 1_664_525) + 1013904261;
        x = (x * 1_664_525) + 1013904263;
        x = (x * 1_664_525) + 1013904265;
        x = (x * 1_664_525) + 1013904267;
        x = (x * 1_664_525) + 1013904269;
        x = (x * 1_664_525) + 1013904271;
        x = (x * 1_664_525) + 1013904273;
        x = (x * 1_664_525) + 1013904275;
        x = (x * 1_664_525) + 1013904277;
        x = (x * 1_664_525) + 1013904279;
        x = (x * 1_664_525) + 1013904281;
        x = (x * 1_664_525) + 1013904283;
        x = (x * 1_664_525) + 1013904285;
        x = (x * 1_664_525) + 1013904287;
        x = (x * 1_664_525) + 1013904289;
        x = (x * 1_664_525) + 1013904291;
        x = (x * 1_664_525) + 1013904293;
        x = (x * 1_664_525) + 1013904295;
        x = (x * 1_664_525) + 1013904297;
        x = (x * 1_664_525) + 1013904299;
        x = (x * 1_664_525) + 1013904301;
        x = (x * 1_664_525) + 1013904303;
        x = (x * 1_664_525) + 1013904305;
        x = (x * 1_664_525) + 1013904307;
        x = (x * 1_664_525) + 1013904309;
        x = (x * 1_664_525) + 1013904311;
        x = (x * 1_664_525) + 1013904313;
        x = (x * 1_664_525) + 1013904315;
        x = (x * 1_664_525) + 1013904317;
        x = (x * 1_664_525) + 1013904319;
        x = (x * 1_664_525) + 1013904321;
        x = (x * 1_664_525) + 1013904323;
        x = (x * 1_664_525) + 1013904325;
        x = (x * 1_664_525) + 1013904327;
        x = (x * 1_664_525) + 1013904329;
        x = (x * 1_664_525) + 1013904331;
        x = (x * 1_664_525) + 1013904333;
        x = (x * 1_664_525) + 1013904335;
        x = (x * 1_664_525) + 1013904337;
        x = (x * 1_664_525) + 1013904339;
        x = (x * 1_664_525) + 1013904341;
        x = (x * 1_664_525) + 1013904343;
        x = (x * 1_664_525) + 1013904345;
        x = (x * 1_664_525) + 1013904347;
        x = (x * 1_664_525) + 1013904349;
        x = (x * 1_664_525) + 1013904351;
        x = (x * 1_664_525) + 1013904353;
        x = (x * 1_664_525) + 1013904355;
        x = (x * 1_664_525) + 1013904357;
        x = (x * 1_664_525) + 1013904359;
        x = (x * 1_664_525) + 1013904361;
        x = (x * 1_664_525) + 1013904363;
        x = (x * 1_664_525) + 1013904365;
        x = (x * 1_664_525) + 1013904367;
        x = (x * 1_664_525) + 1013904369;
        x = (x * 1_664_525) + 1013904371;
        x = (x * 1_664_525) + 1013904373;
        x = (x * 1_664_525) + 1013904375;
        x = (x * 1_664_525) + 1013904377;
        x = (x * 1_664_525) + 1013904379;
        x = (x * 1_664_525) + 1013904381;
        x = (x * 1_664_525) + 1013904383;
        x = (x * 1_664_525) + 1013904385;
        x = (x * 1_664_525) + 1013904387;
        x = (x * 1_664_525) + 1013904389;
        x = (x * 1_664_525) + 1013904391;
        x = (x * 1_664_525) + 1013904393;
        x = (x * 1_664_525) + 1013904395;
        x = (x * 1_664_525) + 1013904397;
        x = (x * 1_664_525) + 1013904399;
        x = (x * 1_664_525) + 1013904401;
        x = (x * 1_664_525) + 1013904403;
        x = (x * 1_664_525) + 1013904405;
        x = (x * 1_664_525) + 1013904407;
        x = (x * 1_664_525) + 1013904409;
        x = (x * 1_664_525) + 1013904411;
        x = (x * 1_664_525) + 1013904413;
        x = (x * 1_664_525) + 1013904415;
        x = (x * 1_664_525) + 1013904417;
        x = (x * 1_664_525) + 1013904419;
        x = (x * 1_664_525) + 1013904421;
        return x;
    }
}

static class Idle
{
    static readonly ManualResetEvent Never = new ManualResetEvent(false);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Wait()
    {
        Never.WaitOne();
    }
}
