// SPDX-License-Identifier: Apache-2.0

using System;
using System.Threading;

namespace Tiptoe.Storm
{
    /// <summary>Ways in which a program ends while its threads are busy.</summary>
    static class Endings
    {
        public static int Return()
        {
            Busy.Start(3, background: false);
            Busy.Last();
            Busy.Stop();
            return 10;
        }

        public static int ReturnBeforeThreads()
        {
            Busy.Start(3);
            Busy.Last();
            return 11;
        }

        public static int Exit() => WaitForEndFrom(1, () => Environment.Exit(12));

        public static int ExitFromFour() => WaitForEndFrom(4, () => Environment.Exit(13));

        public static int SlowExit()
        {
            Busy.Start(3);
            AppDomain.CurrentDomain.ProcessExit += (sender, e) => Thread.Sleep(300);
            Busy.Last();
            return 14;
        }

        public static int Unhandled() => WaitForEndFrom(1, () => throw new InvalidOperationException("on purpose"));

        public static int FailFast() => WaitForEndFrom(1, () => Environment.FailFast("on purpose"));

        static int WaitForEndFrom(int threads, Action end)
        {
            Busy.Start(3);
            for (int i = 0; i < threads; i++)
            {
                new Thread(() =>
                {
                    Busy.Last();
                    end();
                }).Start();
            }
            Thread.Sleep(Timeout.Infinite);
            return 1;
        }
    }
}
