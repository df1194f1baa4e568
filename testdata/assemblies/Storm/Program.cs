// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;

[assembly: System.Reflection.AssemblyVersion("1.0.0.0")]

namespace Tiptoe.Storm
{
    /// <summary>
    /// Weather that an agent has to live through: programs that end in odd ways, and programs that do odd things.
    ///
    /// <code>Storm.dll NAME</code> lasts about a second and ends with a status of its own.
    /// </summary>
    static class Program
    {
        static readonly Dictionary<string, Func<int>> Weathers = new Dictionary<string, Func<int>>
        {
            ["return"] = Endings.Return,
            ["return-before-threads"] = Endings.ReturnBeforeThreads,
            ["exit"] = Endings.Exit,
            ["exit-from-four"] = Endings.ExitFromFour,
            ["slow-exit"] = Endings.SlowExit,
            ["unhandled"] = Endings.Unhandled,
            ["fail-fast"] = Endings.FailFast,
            ["collections"] = Squalls.Collections,
            ["deep-stack"] = Squalls.DeepStack,
            ["short-threads"] = Squalls.ShortThreads,
            ["many-threads"] = Squalls.ManyThreads,
            ["sixteen-thousand-threads"] = Squalls.SixteenThousandThreads,
            ["null-references"] = Squalls.NullReferences,
            ["unloading"] = Squalls.Unloading,
            ["dynamic-methods"] = Squalls.DynamicMethods,
            ["forks"] = Squalls.Forks,
        };

        static int Main(string[] args)
        {
            if (args.Length == 1 && Weathers.TryGetValue(args[0], out Func<int>? weather))
            {
                return weather();
            }
            Console.Error.WriteLine("usage: Storm.dll " + string.Join('|', Weathers.Keys));
            return 2;
        }
    }
}
