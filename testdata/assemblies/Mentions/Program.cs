// SPDX-License-Identifier: Apache-2.0

using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;

[assembly: System.Reflection.AssemblyVersion("1.0.0.0")]

namespace Tiptoe.Mentions
{
    /// <summary>
    /// Types that are mentioned and not needed: in locals, in signatures of methods that are called or not called, and
    /// as interfaces. A rule about loaded types must not be deceived by them.
    ///
    /// <code>Mentions.dll</code> takes about two seconds, and ends with status 0.
    /// </summary>
    static class Program
    {
        static readonly Stopwatch Watch = new Stopwatch();

        static int Main()
        {
            int turns = 0;
            foreach (Func<int, int> work in new Func<int, int>[] { Locals.Turn, Calls.Turn, Interfaces.Turn })
            {
                for (int i = 1; i <= 3; i++)
                {
                    turns += work(i) > 0 ? 1 : 0;
                }
            }
            return turns == 9 ? 0 : 1;
        }

        /// <summary>Takes so long that the caller is on a sampled stack.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public static int Linger(int number)
        {
            Watch.Restart();
            while (Watch.ElapsedMilliseconds < 20)
            {
                number = (number * 31 + 7) & 1023;
            }
            return number | 1;
        }
    }
}
