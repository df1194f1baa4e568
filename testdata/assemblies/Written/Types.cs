// SPDX-License-Identifier: Apache-2.0

using System;
using System.Linq;
using System.Threading.Tasks;

namespace System.Runtime.CompilerServices
{
    static class IsExternalInit
    {
    }
}

namespace Tiptoe.Written
{
    record Point(int X, int Y)
    {
        readonly Func<int> x = () =>
        {
            Is.Here("Point.Point(int, int) → lambda");
            return 1;
        };

        public int Sum() => new[] { X, Y }.Sum(each =>
        {
            Is.Here("Point.Sum() → lambda");
            return each + x();
        });
    }

    class Counter(int start)
    {
        public int Next()
        {
            Func<int> next = () =>
            {
                Is.Here("Counter.Next() → lambda");
                return ++start;
            };
            return next();
        }
    }

    file static class Secret
    {
        public static int Told(int x)
        {
            Is.Here("Secret.Told(int)");
            Func<int> told = () =>
            {
                Is.Here("Secret.Told(int) → lambda");
                return x;
            };
            return told();
        }

        public static async Task<int> Later(int x)
        {
            Is.Here("Secret.Later(int) (async)");
            await Task.Yield();
            return x;
        }
    }

    static class Hidden
    {
        public static int Total(int x) => Secret.Told(x) + Secret.Later(x).Result;
    }
}
